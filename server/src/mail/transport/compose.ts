/** Turns a mail into what nodemailer sends. */
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { Envelope } from './transport.ts';

export function compose(from: string, { mail, messageId, date }: Envelope): SMTPPool.MailOptions {
  const { unsubscribeUrl, ...message } = mail;
  return {
    from,
    ...message,
    messageId,
    date,
    headers: {
      // RFC 3834: nobody's holiday reply comes back.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
