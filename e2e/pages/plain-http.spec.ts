/// <reference lib="dom" />
/** Plain HTTP, not to localhost: features that need a secure context have a way around it, or a sentence. */
import type { Page } from '@playwright/test';
import { AUTOSAVE_DELAY_MS } from '../../web/src/lib/timings.ts';
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
import { test } from '../support/special-journeys/plain-http-journey.ts';
import { toast } from '../support/toast.ts';
import { choose } from '../support/tree.ts';

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
  await field.press('ControlOrMeta+V');
  const text = await field.inputValue();
  await field.fill('');
  return text;
}

test('a workspace works without the browser features that need https, and one of two tabs saves', async ({
  person,
}) => {
  const complaints = complaintsOf(person);
  await person.goto('/auth/signup');
  expect(await person.evaluate(() => [window.isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  await expect(person.getByText(NOT_ENCRYPTED)).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await signUpThroughForm(person, newAccount('Ada Lovelace'));
  await expectAccessibleInBothThemes(person);
  await person.getByRole('region', { name: 'Connection' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(person.getByText(NOT_ENCRYPTED)).toHaveCount(0);

  await createPage(person, 'Plan');
  await write(person, 'Hello');
  await person.keyboard.press('ControlOrMeta+s');
  await expect(saveStatus(person)).toHaveText(/^Saved/);
  await choose(person, 'Plan', 'Copy link');
  await expect(toast(person, 'Link copied')).toBeVisible();
  expect(await pasted(person)).toBe(person.url());
  await person.context().setOffline(true);
  await expect(person.getByText(/Keep this tab open/)).toBeVisible();
  await person.context().setOffline(false);
  await expect(person.getByText(/Keep this tab open/)).toHaveCount(0);
  expect(complaints).toEqual([]);

  const other = await person.context().newPage();
  await other.goto(person.url());
  await expect(content(other)).toHaveText('Hello');
  await expect(other.getByText(NOT_ENCRYPTED)).toHaveCount(0);
  const saves: string[] = [];
  for (const tab of [person, other]) {
    tab.on(
      'request',
      (request) => request.url().endsWith('/rpc/save_page_document') && saves.push(request.url()),
    );
  }
  await write(other, ' World');
  await expect(content(person)).toHaveText('Hello World');
  await expect(saveStatus(other)).toHaveText(/^Saved/);
  await expect(saveStatus(person)).toHaveText(/^Saved/);
  // Each tab used to save what the other had saved before, on and on: the next save would be made by now.
  await person.waitForTimeout(AUTOSAVE_DELAY_MS + 500);
  expect(saves).toHaveLength(1);
  await expect(content(other)).toHaveText('Hello World');

  // The tab that saved goes; the other one takes over. After a killed one, later: tab-lock.test.ts.
  const closed = person.waitForEvent('close');
  await person.close({ runBeforeUnload: true });
  await closed;
  await write(other, '!');
  await other.keyboard.press('ControlOrMeta+s');
  await expect(saveStatus(other)).toHaveText(/^Saved/);
  await other.reload();
  await expect(content(other)).toHaveText('Hello World!');
  await signOut(other);
  // The page that was open lets go of its draft a moment later.
  const drafts = () =>
    other.evaluate(async () =>
      (await indexedDB.databases())
        .map(({ name }) => name)
        .filter((name) => name?.startsWith('trellis-page-')),
    );
  await expect.poll(drafts).toEqual([]);
});
