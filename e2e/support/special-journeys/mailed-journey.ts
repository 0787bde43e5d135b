/** For journeys by mail: Trellis with a mail server, so that accounts have to be confirmed. */
import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { type MailServer, startMailServer } from '../../../server/test/mail/mail-server.ts';
import { type Account, test as base, expect } from '../journey.ts';
import { TrellisProcess } from '../trellis-process.ts';

interface MailedWays {
  readonly subject: string;
  readonly link: string;
  /** Six digits; empty when the mail has none. */
  readonly code: string;
}

export const test = base.extend<object, { mailbox: MailServer }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using mailbox = await startMailServer();
      await use(mailbox);
    },
    { scope: 'worker' },
  ],
  trellis: [
    async ({ mailbox }, use) => {
      await using trellis = await TrellisProcess.create({ SMTP_URL: mailbox.url });
      await use(trellis);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Waits until so many mails have come. @returns the latest of them */
export async function mailTo(mailbox: MailServer, address: string, count = 1): Promise<MailedWays> {
  await expect(async () => expect(mailbox.acceptedFor(address)).toHaveLength(count)).toPass();
  return waysOf(mailbox.acceptedFor(address).at(-1));
}

function waysOf(mail: Email | undefined): MailedWays {
  const text = mail?.text ?? '';
  return {
    subject: mail?.subject ?? '',
    link: /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  };
}

/** Opens a mailed link, and presses the one button of its page. */
export async function followLink(page: Page, { link }: Pick<MailedWays, 'link'>): Promise<void> {
  await page.goto(link);
  expect(page.url()).not.toContain('token');
  await page.getByRole('button').click();
}

/** Waits until so many invitations have come. @returns the latest of them */
export async function invitationTo(
  mailbox: MailServer,
  address: string,
  count = 1,
): Promise<{ readonly subject: string; readonly link: string }> {
  const invitations = () => mailbox.acceptedFor(address).filter(({ text }) => text?.includes('/invite#'));
  await expect(async () => expect(invitations()).toHaveLength(count)).toPass();
  const { subject = '', text = '' } = invitations().at(-1) ?? {};
  return { subject, link: /https?:\/\/\S+\/invite#\S+/.exec(text)?.[0] ?? '' };
}

/** Signs up to the step that needs the mail. */
export async function askForAccount(page: Page, account: Account): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill(account.fullName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}
