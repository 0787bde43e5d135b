/** The transport that the operator's settings ask for. */
import { createOutbox } from './outbox.ts';
import type { MailSettings, Transport } from './transport.ts';

/** @throws {import('../../config/environment.ts').ConfigError} */
export async function createMailTransport(settings: MailSettings): Promise<Transport> {
  const { smtpUrl } = settings;
  if (smtpUrl === undefined) return createOutbox(settings);
  const { createSmtp } = await import('./smtp.ts');
  return createSmtp(smtpUrl, settings);
}
