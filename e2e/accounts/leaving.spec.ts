/// <reference lib="dom" />
/**
 * Deleting an account: the export, the data that goes, and the end of every session. For the proofs, and for workspaces
 * that others are in, see web/test/accounts/deletion.test.ts and server/test/product/account-deletion.test.ts.
 */
import type { Page } from '@playwright/test';
import { unpacked } from '../support/archive.ts';
import { filesLeft } from '../support/files-left.ts';
import { createPage, expect, newAccount, newBrowser, saved, signIn, write } from '../support/journey.ts';
import { askForAccount, mailTo, test } from '../support/special-journeys/mailed-journey.ts';
import { toast } from '../support/toast.ts';

/** Names of a user's databases and storage keys. */
const keptOf = (page: Page, userId: string) =>
  page.evaluate(async (id) => {
    const databases = await indexedDB.databases();
    const names = [...databases.map(({ name }) => name ?? ''), ...Object.keys(localStorage)];
    return names.filter((name) => name === 'trellis-auth' || name.includes(id));
  }, userId);

test('an account goes with everything of its own, in every tab and on every device', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  const account = newAccount('Leaving Person');
  await askForAccount(person, account);
  await person.getByLabel('Code from the email').fill((await mailTo(mailbox, account.email)).code);
  await person.waitForURL('/dashboard');
  await createPage(person, 'Last words');
  await write(person, 'Farewell.\n');
  const chooser = person.waitForEvent('filechooser');
  await write(person, '/file');
  await person.getByRole('option', { name: 'File…' }).first().click();
  const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') };
  await (await chooser).setFiles(letter);
  await saved(person);
  await expect.poll(() => filesLeft(person)).toBe(0);
  const userId = await person.evaluate(() => JSON.parse(localStorage.getItem('trellis-auth') ?? '').user.id);
  expect(await keptOf(person, userId)).not.toEqual(['trellis-auth']);
  const tab = await person.context().newPage();
  await tab.goto('/dashboard');
  const device = await newBrowser(browser, trellis);
  const phone = await device.newPage();
  await signIn(phone, account);
  await person.goto('/dashboard/settings');

  await person.getByRole('button', { name: 'Download my data' }).click();
  const download = person.waitForEvent('download');
  await person
    .getByRole('dialog', { name: 'Download my data' })
    .getByRole('button', { name: 'Download' })
    .click();
  const files = await unpacked(await download);
  expect(Object.keys(files).sort()).toEqual([
    'README.md',
    'memberships.json',
    "pages/Leaving Person's Workspace/Last words.md",
    "pages/Leaving Person's Workspace/Last words/letter.txt",
    'profile.json',
  ]);
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({
    email: account.email,
    full_name: 'Leaving Person',
  });
  expect(JSON.parse(files['memberships.json'] ?? '')).toMatchObject([
    { role: 'owner', organization: { name: "Leaving Person's Workspace" } },
  ]);
  expect(files["pages/Leaving Person's Workspace/Last words.md"]).toContain('\n\nFarewell.');
  expect(files["pages/Leaving Person's Workspace/Last words.md"]).toContain('](Last%20words/letter.txt)');
  expect(files["pages/Leaving Person's Workspace/Last words/letter.txt"]).toBe('Dear all');

  await person.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = person.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Workspace' })).toHaveText(
    "The workspace Leaving Person's Workspace with 1 page: nobody else is in it",
  );
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await person.waitForURL('/auth/login');
  await expect(toast(person, 'Account deleted')).toBeVisible();

  await tab.waitForURL('/auth/login');
  await expect(phone.getByRole('alert')).toContainText('Your session has expired. Please sign in again.');
  await device.close();
  await expect.poll(() => keptOf(person, userId)).toEqual([]);
  expect((await mailTo(mailbox, account.email, 2)).subject).toBe('Your account was deleted');
});
