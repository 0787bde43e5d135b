/** The mails that Trellis wrote for an operator without a mail server, and what a person takes out of one. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import type { TrellisProcess } from './trellis-process.ts';

export interface MailedWays {
  readonly subject: string;
  readonly link: string;
  /** Six digits; empty when the mail has none. */
  readonly code: string;
}

/** Waits for a mail: it may be sent after the answer. @returns the latest to that address */
export async function mailInOutbox(trellis: TrellisProcess, address: string): Promise<MailedWays> {
  let found: Email | undefined;
  await expect(async () => {
    const mails = await readOutbox(path.join(trellis.dataDir, 'outbox'));
    found = mails.findLast(({ to }) => to?.some((one) => one.address === address));
    expect(found, `a mail to ${address}`).toBeDefined();
  }).toPass();
  return waysOf(found);
}

export function waysOf(mail: Email | undefined): MailedWays {
  const text = mail?.text ?? '';
  return {
    subject: mail?.subject ?? '',
    link: /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  };
}

async function readOutbox(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
}
