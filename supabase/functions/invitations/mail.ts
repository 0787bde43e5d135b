/** Hands mails to the operator's mail server or, where the host names a folder instead of one, puts them there. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

// The answer waits for it, and the links are in the answer anyway.
const PATIENCE_MS = 40_000;

/** Whether there is a mail server, so that invitations reach people without anybody passing them on. */
export function hasMailServer(): boolean {
  const { SMTP_URL: url, MAIL_FROM: from } = process.env;
  return Boolean(url && from);
}

/** Never rejects. @returns the addresses whose mails a mail server has taken */
export async function mailAll(mails: readonly Mail[]): Promise<ReadonlySet<string>> {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_OUTBOX: outbox } = process.env;
  if (url && from) return sendAll(mails, url, from);
  // The outbox is a folder for trying the server out: its mails reach no inbox.
  if (outbox && from)
    await Promise.all(mails.map((mail) => writeMail(mail, outbox, from))).catch((error: unknown) =>
      console.error(error),
    );
  return new Set();
}

async function sendAll(mails: readonly Mail[], url: string, from: string): Promise<ReadonlySet<string>> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const sent = new Set<string>();
  const sending = mails.map(async (mail) => {
    try {
      await transport.sendMail({ from, ...mail });
      sent.add(mail.to);
    } catch (error) {
      console.error('An invitation was not mailed:', error);
    }
  });
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, PATIENCE_MS);
  await Promise.race([Promise.all(sending), patience.promise]);
  clearTimeout(timer);
  transport.close();
  return new Set(sent);
}

async function writeMail(mail: Mail, folder: string, from: string): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({ from, ...mail });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = path.join(folder, `${stamp}-${crypto.randomUUID().slice(0, 6)}.eml`);
  // Renamed when complete: readers never see half a mail.
  await writeFile(`${file}.part`, message as Uint8Array, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
