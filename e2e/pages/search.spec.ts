/// <reference lib="dom" />
/** Pages are found by their text, while one types, by keys alone, and only by people who may read them. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  content,
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
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
}

test('a page is found by its text, by the keyboard alone', async ({ person }) => {
  await signUp(person, newAccount('Ada Lovelace'));
  await createPage(person, 'Travel');
  await write(person, 'The Überprüfung is in Málaga. 100% <b>sure</b>.');
  await saved(person);
  await createPage(person, '会議');
  await write(person, '東京支社の会議');
  await saved(person);

  await openSearch(person);
  await expect(
    palette(person).getByRole('group', { name: 'Recently opened' }).getByRole('option'),
  ).toHaveText([/会議/, /Travel/]);
  await person.keyboard.type('malaga');
  await expect(found(person)).toHaveCount(1);
  await expect(found(person).locator('mark')).toHaveText('Málaga');
  await expect(found(person)).toContainText('100% <b>sure</b>');
  await expectAccessibleInBothThemes(person);
  await field(person).fill('支社');
  await expect(found(person).locator('mark')).toHaveText('支社');
  await field(person).fill('nothing like this');
  await expect(palette(person)).toContainText('No page contains “nothing like this”.');
  await field(person).fill('uberprufnug');
  await expect(found(person)).toHaveText(/Travel.*Similar/);
  await person.keyboard.press('Enter');
  await expect(person.getByLabel('Page title')).toHaveValue('Travel');
  await expect(palette(person)).toBeHidden();
});

test('it opens a tab of its own, does what is asked, and finds nothing of others @postgres', async ({
  person,
  browser,
  trellis,
}) => {
  await signUp(person, newAccount('Ada Byron'));
  await createPage(person, '会議');
  // In a tab of its own, and the search stays.
  await openSearch(person);
  await person.keyboard.type('会議');
  await expect(found(person)).toHaveCount(1);
  const tab = person.context().waitForEvent('page');
  await person.keyboard.press('Control+Enter');
  await expect((await tab).getByLabel('Page title')).toHaveValue('会議');
  await expect(palette(person)).toBeVisible();
  await person.keyboard.press('Escape');
  await expect(palette(person)).toBeHidden();

  await openSearch(person);
  await expect(field(person)).toHaveValue('');
  await person.keyboard.type('new pa');
  await person.keyboard.press('Enter');
  await expect(person.getByRole('dialog', { name: 'Create New Page' })).toBeVisible();
  await person.keyboard.press('Escape');

  const elsewhere = await newBrowser(browser, trellis);
  const eve = await elsewhere.newPage();
  await signUp(eve, newAccount('Eve Moneypenny'));
  await expect(eve.getByRole('button', { name: 'Search' })).toBeVisible();
  await openSearch(eve);
  await eve.keyboard.type('会議');
  await expect(palette(eve)).toContainText('No page contains “会議”.');
  await elsewhere.close();
});

test('what is typed before the search is loaded is asked, and not written', async ({ person }) => {
  await signUp(person, newAccount('Lin Early'));
  await createPage(person, 'Alpha');
  await write(person, 'Only this.');
  await saved(person);
  const arrive = Promise.withResolvers<void>();
  let isBroken = true;
  await person.context().route('**/assets/search-palette-*.js', async (route) => {
    if (isBroken) return route.abort();
    await arrive.promise;
    await route.continue();
  });
  // The service worker would have it already.
  await person.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await person.reload();
  await content(person).click();
  await person.keyboard.press('ControlOrMeta+k');
  await expect(palette(person).getByRole('alert')).toHaveText('The search could not be loaded.Reload');
  await expectAccessibleInBothThemes(person);
  await person.keyboard.press('Escape');
  await expect(palette(person)).toBeHidden();
  await expect(content(person)).toBeFocused();

  await person.keyboard.press('ControlOrMeta+k');
  isBroken = false;
  await palette(person).getByRole('button', { name: 'Reload' }).click();
  await expect(palette(person)).toBeHidden();
  await content(person).click();
  await person.keyboard.press('ControlOrMeta+k');
  await person.keyboard.type('only');
  await expect(palette(person).getByRole('textbox')).toHaveValue('only');
  arrive.resolve();
  await expect(field(person)).toHaveValue('only');
  await person.keyboard.type(' this');
  await expect(field(person)).toHaveValue('only this');
  await expect(found(person)).toHaveText(/Alpha/);

  // Once it is loaded, not even the keys of the first frame go to the page.
  await person.keyboard.press('Escape');
  await expect(content(person)).toBeFocused();
  const openAtOnce = await person.evaluate(() => {
    const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    return Promise.resolve().then(() => document.activeElement?.getAttribute('role'));
  });
  expect(openAtOnce).toBe('combobox');
  await person.keyboard.type('a');
  await expect(field(person)).toHaveValue('a');
  await person.keyboard.press('Escape');
  await expect(content(person)).toHaveText('Only this.');
});
