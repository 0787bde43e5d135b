/**
 * Writes mails into a folder as `.eml` files, for who runs no mail server. outbox-viewer.ts shows them at
 * /dev/mail, on this machine alone.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compose } from './compose.ts';
import type { MailSettings, Transport } from './transport.ts';

export function createOutbox({ from, outbox: folder }: Pick<MailSettings, 'from' | 'outbox'>): Transport {
  return {
    send: async (envelope) => {
      // Only the first mail waits for it, and no start.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(compose(from, envelope));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(folder, `${stamp}-${randomBytes(3).toString('hex')}.eml`);
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
    check: async () => undefined,
    close: () => undefined,
  };
}
