/** A mail that an operator sends to see whether mails arrive: past the queue, so that the mail server's answer is theirs to read. */
import { randomUUID } from 'node:crypto';
import { messageIdOf } from './queue/message-id.ts';
import type { Transport } from './transport/transport.ts';

const TEXT =
  'If you read this, mails of your Trellis arrive. Look at its headers, too: mailboxes trust a sender whose domain has SPF and DKIM.';

/** @throws {Error} when the mail server does not take it */
export async function sendTestMail(transport: Transport, from: string, to: string): Promise<void> {
  await transport.check();
  await transport.send({
    mail: { to, subject: 'A mail to try', text: `${TEXT}\n`, html: `<p>${TEXT}</p>` },
    messageId: messageIdOf(randomUUID(), from),
    date: new Date(),
  });
}
