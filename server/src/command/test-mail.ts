/** `trellis test-mail <address>`: sends a mail past the queue and shows the mail server's answer. */
import { sendTestMail } from '../mail/test-mail.ts';
import { createMailTransport } from '../mail/transport/create-transport.ts';
import { explainProblem } from '../mail/transport/mail-problem.ts';
import type { Command } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';

export const testMail: Command = {
  usage: '<address>',
  about: 'Sends a mail past the queue, and says what the mail server answers.',
  run: async ({ words, settings, print }) => {
    const [to, ...others] = words;
    if (!to?.includes('@') || others.length > 0) throw new UsageError('Name one address.');
    const { config, outbox } = await settings();
    const { from, smtpUrl } = config.mail;
    const transport = await createMailTransport({ ...config.mail, outbox });
    try {
      await sendTestMail(transport, from, to);
    } catch (error) {
      throw new CommandError(explainProblem(error), { cause: error });
    } finally {
      transport.close();
    }
    print(
      smtpUrl === undefined
        ? `No mail server is set (SMTP_URL): the mail is in ${outbox}.`
        : `The mail server took the mail from ${from} to ${to}. Look into that mailbox, and among its spam.`,
    );
    return true;
  },
};
