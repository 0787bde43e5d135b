/**
 * Sends mails: through the queue of the host, where it has one, as the bundled server does; else straight to the operator's
 * mail server.
 */
import process from 'node:process';
import { createTransport } from 'nodemailer';
import { apiSettings } from '../_shared/settings.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** `waiting`: no mail server has taken it yet, and the host's queue tries again. An address without a fate gets no mail. */
export type Fates = ReadonlyMap<string, 'sent' | 'waiting'>;

// The answer waits for it, and the links are in the answer anyway.
const PATIENCE_MS = 40_000;

/** Whether there is a mail server, so that invitations reach people without anybody passing them on. */
export function hasMailServer(): boolean {
  const { MAIL_QUEUE_REACHES: reaches, SMTP_URL: url, MAIL_FROM: from } = process.env;
  return reaches === undefined ? Boolean(url && from) : reaches === 'inboxes';
}

/** Never rejects. */
export async function mailAll(mails: readonly Mail[]): Promise<Fates> {
  const { MAIL_QUEUE_URL: queue, SMTP_URL: url, MAIL_FROM: from } = process.env;
  if (queue) return queueAll(mails, queue);
  return url && from ? sendAll(mails, url, from) : new Map();
}

async function queueAll(mails: readonly Mail[], queue: string): Promise<Fates> {
  try {
    const response = await fetch(queue, {
      method: 'POST',
      headers: { apikey: apiSettings().secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ mails: mails.map((mail) => ({ kind: 'invitation', ...mail })) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const { outcomes } = (await response.json()) as { readonly outcomes: readonly string[] };
    // The outbox is a folder for trying the server out: its mails reach no inbox.
    if (!hasMailServer()) return new Map();
    return new Map(
      mails.flatMap(({ to }, at) => {
        const outcome = outcomes[at];
        return outcome === 'sent' || outcome === 'waiting' ? [[to, outcome]] : [];
      }),
    );
  } catch (error) {
    console.error('Invitations were not mailed:', error);
    return new Map();
  }
}

async function sendAll(mails: readonly Mail[], url: string, from: string): Promise<Fates> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const sent = new Map<string, 'sent'>();
  const sending = mails.map(async (mail) => {
    try {
      await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
      sent.set(mail.to, 'sent');
    } catch (error) {
      console.error('An invitation was not mailed:', error);
    }
  });
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, PATIENCE_MS);
  await Promise.race([Promise.all(sending), patience.promise]);
  clearTimeout(timer);
  transport.close();
  return new Map(sent);
}
