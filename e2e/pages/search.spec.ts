/// <reference lib="dom" />
/** Pages are found by their text, and only by people who may read them; the rest: web/test/pages/search.test.ts. */
import type { Page } from '@playwright/test';
import {
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  signUp,
  test,
  write,
} from '../support/journey.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => palette(page).getByRole('combobox');
const found = (page: Page) => palette(page).getByRole('group', { name: 'Pages' }).getByRole('option');

async function openSearch(page: Page): Promise<void> {
  // In a text the first one is for a link.
  if (await page.locator('.cm-content:focus').count()) await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
}

test('a page is found by its text and opens in a new tab or here; pages of others are not found', async ({
  person,
  browser,
  trellis,
}) => {
  await signUp(person, newAccount('Ada Byron'));
  await createPage(person, 'Travel');
  await write(person, 'The Überprüfung is in Málaga. 100% <b>sure</b>.');
  await saved(person);
  await openSearch(person);
  await person.keyboard.type('malaga');
  await expect(found(person)).toHaveCount(1);
  await expect(found(person).locator('mark')).toHaveText('Málaga');
  await expect(found(person)).toContainText('100% <b>sure</b>');
  // In a tab of its own, and the search stays.
  const tab = person.context().waitForEvent('page');
  await person.keyboard.press('Control+Enter');
  await expect((await tab).getByLabel('Page title')).toHaveValue('Travel');
  await expect(palette(person)).toBeVisible();
  await field(person).fill('uberprufnug');
  await expect(found(person)).toHaveText(/Travel.*Similar/);
  await person.keyboard.press('Enter');
  await expect(palette(person)).toBeHidden();

  const elsewhere = await newBrowser(browser, trellis);
  const eve = await elsewhere.newPage();
  await signUp(eve, newAccount('Eve Moneypenny'));
  await expect(eve.getByRole('button', { name: 'Search' })).toBeVisible();
  await openSearch(eve);
  await eve.keyboard.type('malaga');
  await expect(palette(eve)).toContainText('No page contains “malaga”.');
  await elsewhere.close();
});
