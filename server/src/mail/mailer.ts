/** Sends mail: through the operator's SMTP server, or, without one, into a folder as `.eml` files. */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Observe } from '../observe/observation.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** @throws {Error} when the mail was not accepted */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailSettings {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Where mails go without an SMTP server. */
  readonly outbox: string;
}

export function createMailer(settings: MailSettings, observe: Observe): Mailer {
  const { smtpUrl } = settings;
  const { send, close } = smtpUrl === undefined ? outbox(settings) : smtp(smtpUrl, settings.from);
  return {
    close,
    send: async (mail) => {
      try {
        await send(mail);
        observe({ kind: 'mail-sent', subject: mail.subject });
      } catch (error) {
        observe({ kind: 'mail-failed', subject: mail.subject, error });
        throw error;
      }
    },
  };
}

function smtp(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
    close: () => transport.close(),
  };
}

function outbox({ from, outbox: directory }: MailSettings): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ from, ...mail });
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(directory, `${stamp}-${randomBytes(3).toString('hex')}.eml`);
      // Renamed when complete, so that nobody reads half a mail.
      const part = `${file}.part`;
      try {
        await writeFile(part, message as Buffer, { mode: 0o600 });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    close: () => undefined,
  };
}
