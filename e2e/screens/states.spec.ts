/// <reference lib="dom" />
/** What is shown while something is on its way, and when it has failed: each part for itself, readable by everyone. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { createPage, expect, newAccount, signUp, test } from '../support/journey.ts';

const DATA = '**/rest/v1/**';
const PAGES = /\/rest\/v1\/page/;

const fail = (page: Page, what: string | RegExp) =>
  page.route(what, (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'It is away' } }));

/** Opens an address as on a first visit: with nothing kept of what was seen. */
async function openAnew(page: Page, path: string): Promise<void> {
  await page.goto('/terms');
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await page.goto(path);
}

test('a part that fails says so, leaves the rest alone, and can be tried again', async ({ person }) => {
  await signUp(person, newAccount('Bad Luck'));
  await createPage(person, 'Plan');
  const address = person.url();

  await fail(person, PAGES);
  await openAnew(person, '/dashboard');
  const failed = person.getByRole('alert').filter({ hasText: 'could not be shown' });
  await expect(failed).toHaveText([/page tree/, /Recent activity/]);
  await expectAccessibleInBothThemes(person);
  await person.getByRole('button', { name: 'Add new page' }).click();
  await expect(person.getByRole('dialog').getByRole('alert')).toContainText('could not be shown');
  await person.keyboard.press('Escape');
  await person.goto(address);
  await expect(person.getByRole('heading', { name: 'Failed to load page' })).toBeVisible();
  await expect(person.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await person.unroute(PAGES);
  await person.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(person.getByLabel('Page title')).toHaveValue('Plan');

  await fail(person, DATA);
  await openAnew(person, '/dashboard');
  await expect(person.getByRole('heading', { name: 'Your workspace could not be shown' })).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await person.unroute(DATA);
  await person.getByRole('button', { name: 'Try again' }).click();
  await expect(person.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await fail(person, DATA);
  await openAnew(person, '/dashboard');
  await person.getByRole('button', { name: 'Sign Out' }).click();
  await person.waitForURL('/auth/login');
});

test('what is on its way has a place already', async ({ person }) => {
  await signUp(person, newAccount('Slow Line'));
  await createPage(person, 'Plan');
  const address = person.url();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await person.route(PAGES, async (route) => {
    await arrived;
    await route.continue();
  });
  await openAnew(person, '/dashboard');
  await expect(person.getByText('Loading pages')).toBeAttached();
  await expect(person.getByText('Loading recent activity')).toBeAttached();
  await expectAccessibleInBothThemes(person);
  await person.goto(address);
  await expect(person.getByText('Loading page...')).toBeAttached();
  await expectAccessibleInBothThemes(person);
  arrive();
  await expect(person.getByLabel('Page title')).toHaveValue('Plan');
});
