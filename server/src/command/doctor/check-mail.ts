/** The doctor's question to the mail server: its address, its certificate and the login. */
import { createMailTransport } from '../../mail/transport/create-transport.ts';
import { explainProblem } from '../../mail/transport/mail-problem.ts';
import type { OperatorSettings } from '../operator-settings.ts';
import { type Finding, fine, warning, wrong } from './check.ts';

export async function checkMail({ config: { mail }, outbox }: OperatorSettings): Promise<Finding> {
  if (mail.smtpUrl === undefined)
    return fine('Mail', `no mail server is set (SMTP_URL): mails are written to ${outbox}.`);
  const transport = await createMailTransport({ ...mail, outbox });
  try {
    await transport.check();
  } catch (error) {
    return wrong('Mail', explainProblem(error));
  } finally {
    transport.close();
  }
  const { protocol, searchParams, hostname } = new URL(mail.smtpUrl);
  const isEncrypted = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return isEncrypted || /^(localhost|127\.|\[::1\])/.test(hostname)
    ? fine('Mail', 'the mail server takes the login.')
    : warning(
        'Mail',
        'the mail server takes the login. Add ?requireTLS=true to SMTP_URL: nothing then leaves unencrypted.',
      );
}
