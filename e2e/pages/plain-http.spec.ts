/// <reference lib="dom" />
/** Plain HTTP, not to localhost: features that need a secure context have a way around it, or a sentence. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  content,
  createPage,
  expect,
  newAccount,
  saveStatus,
  signOut,
  signUpThroughForm,
  write,
} from '../support/journey.ts';
import { test } from '../support/plain-http-journey.ts';
import { toast } from '../support/toast.ts';
import { choose, row } from '../support/tree.ts';

const NOT_ENCRYPTED = /^This connection is not encrypted/;

/** Collects the errors that the browser's console tells from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Pastes the clipboard into a field, as a person would: such a page may not read it. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByLabel('Filter pages');
  await field.fill('');
  await field.press('ControlOrMeta+V');
  const text = await field.inputValue();
  await field.fill('');
  return text;
}

test('a workspace is used where browsers keep back what needs https', async ({ person, trellis }) => {
  test.slow();
  const complaints = complaintsOf(person);
  await person.goto('/auth/signup');
  expect(await person.evaluate(() => window.isSecureContext)).toBe(false);
  await expect(person.getByText(NOT_ENCRYPTED)).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await signUpThroughForm(person, newAccount('Ada Lovelace'));
  await expectAccessibleInBothThemes(person);
  await person.getByRole('region', { name: 'Connection' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(person.getByText(NOT_ENCRYPTED)).toHaveCount(0);
  await person.reload();

  await createPage(person, 'Plan');
  await write(person, '# Water the plants');
  await expect(saveStatus(person)).toHaveText(/^Saved/);
  await expect(person.getByText(NOT_ENCRYPTED)).toHaveCount(0);
  await person.context().setOffline(true);
  await expect(person.getByText(/Keep this tab open/)).toBeVisible();
  await person.context().setOffline(false);
  await expect(person.getByText(/Keep this tab open/)).toHaveCount(0);
  await choose(person, 'Plan', 'Copy link');
  await expect(toast(person, 'Link copied')).toBeVisible();
  expect(await pasted(person)).toBe(person.url());
  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await expect(toast(person, 'Copied as Markdown')).toBeVisible();
  expect(await pasted(person)).toBe('# Water the plants');

  await person.goto('/dashboard/settings/workspace');
  await person.getByRole('button', { name: 'Import…' }).click();
  const importing = person.getByRole('dialog', { name: 'Import pages' });
  await importing
    .getByLabel('Files to import')
    .setInputFiles({ name: 'Notes.md', mimeType: 'text/markdown', buffer: Buffer.from('From a file.') });
  await expect(importing.getByText('Imported 1 page', { exact: true })).toBeVisible();
  await importing.getByRole('button', { name: 'Done' }).click();

  await person.getByRole('button', { name: 'Invite Member' }).click();
  const inviting = person.getByRole('dialog', { name: 'Invite Member' });
  await inviting.getByLabel('Email').fill('grace@example.com');
  await inviting.getByRole('button', { name: 'Send Invite' }).click();
  const invited = person.getByRole('dialog', { name: 'People invited' });
  const copying = invited.getByRole('button', { name: 'Copy link for grace@example.com' });
  await copying.click();
  await expect(invited.getByText('Copied')).toBeVisible();
  await expect(copying).toBeFocused();
  await expectAccessibleInBothThemes(person);
  await invited.getByRole('button', { name: 'Done' }).click();
  expect(await pasted(person)).toMatch(new RegExp(`^${trellis.url}/invite#[0-9a-f]{64}$`));

  await row(person, 'Notes').click();
  await expect(content(person)).toContainText('From a file.');
  await signOut(person);
  expect(complaints).toEqual([]);
});

test('two tabs write one text where browsers have no locks, and one of them saves', async ({ person }) => {
  const account = newAccount('Grace Hopper');
  await signUpThroughForm(person, account);
  expect(await person.evaluate(() => 'locks' in navigator)).toBe(false);
  await createPage(person, 'Plan');
  await write(person, 'Hello');
  await expect(saveStatus(person)).toHaveText(/^Saved/);
  const other = await person.context().newPage();
  await other.goto(person.url());
  await expect(content(other)).toHaveText('Hello');
  const saves: string[] = [];
  for (const tab of [person, other]) {
    tab.on('request', (request) => request.url().endsWith('/rpc/save_page') && saves.push(request.url()));
  }
  await write(other, ' World');
  await expect(content(person)).toHaveText('Hello World');
  await expect(saveStatus(other)).toHaveText(/^Saved/);
  await expect(saveStatus(person)).toHaveText(/^Saved/);
  expect(saves).toHaveLength(1);
  // Each tab used to save what the other had saved before, on and on.
  await person.bringToFront();
  await other.bringToFront();
  await person.waitForTimeout(5000);
  expect(saves).toHaveLength(1);
  await expect(content(other)).toHaveText('Hello World');
  await expect(other.getByLabel('Page title')).toHaveValue('Plan');

  // The tab that saved goes; the other one takes over.
  await person.close();
  await write(other, '!');
  await expect(saveStatus(other)).toHaveText(/^Saved/);
  await other.reload();
  await expect(content(other)).toHaveText('Hello World!');
  await signOut(other);
  // The page that was open lets go of its draft a moment later.
  await expect
    .poll(() =>
      other.evaluate(async () =>
        (await indexedDB.databases())
          .map(({ name }) => name)
          .filter((name) => name?.startsWith('trellis-page-')),
      ),
    )
    .toEqual([]);
});
