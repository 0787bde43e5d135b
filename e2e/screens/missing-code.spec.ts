/// <reference lib="dom" />
/** A part of the app whose code does not come: late, or never, as when a newer version is served. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { content, createPage, expect, newAccount, saved, signUp, test, write } from '../support/journey.ts';

const title = (page: Page) => page.getByLabel('Page title');

/** In the text the key is for a link. */
async function openSearch(page: Page): Promise<void> {
  await title(page).focus();
  await page.keyboard.press('ControlOrMeta+k');
}

test('code that is missing can be loaded again, and words typed before it comes are kept', async ({
  person,
}) => {
  await signUp(person, newAccount('Lin Early'));
  await person.route('**/assets/integrations-*.js', (route) => route.fulfill({ status: 404 }));
  await person.getByRole('link', { name: 'Integrations' }).click();
  await expect(person.getByRole('heading', { name: 'A new version of Trellis is ready' })).toBeVisible();
  await expect(person.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await person.unroute('**/assets/integrations-*.js');
  await person.getByRole('button', { name: 'Reload' }).click();
  await expect(person.getByRole('heading', { level: 1 })).toContainText('Integrations');

  await createPage(person, 'Alpha');
  await write(person, 'Only this.');
  await saved(person);
  const arrive = Promise.withResolvers<void>();
  let isBroken = true;
  await person.context().route('**/assets/search-of-workspace-*.js', async (route) => {
    if (isBroken) return route.abort();
    await arrive.promise;
    await route.continue();
  });
  const palette = person.getByRole('dialog', { name: 'Search' });
  const field = palette.getByRole('combobox');
  await person.reload();
  await content(person).click();
  await openSearch(person);
  await expect(palette.getByRole('alert')).toHaveText('The search could not be loaded.Reload');
  await expectAccessibleInBothThemes(person);
  await person.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(title(person)).toBeFocused();

  await openSearch(person);
  isBroken = false;
  await palette.getByRole('button', { name: 'Reload' }).click();
  await expect(palette).toBeHidden();
  await content(person).click();
  await openSearch(person);
  await person.keyboard.type('only');
  await expect(palette.getByRole('textbox')).toHaveValue('only');
  arrive.resolve();
  await expect(field).toHaveValue('only');
  await person.keyboard.type(' this');
  await expect(field).toHaveValue('only this');
  await expect(palette.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveText(/Alpha/);

  // Once it is loaded, not even the keys of the first frame go to the page.
  await person.keyboard.press('Escape');
  await expect(title(person)).toBeFocused();
  const openAtOnce = await person.evaluate(() => {
    const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    return Promise.resolve().then(() => document.activeElement?.getAttribute('role'));
  });
  expect(openAtOnce).toBe('combobox');
  await person.keyboard.type('a');
  await expect(field).toHaveValue('a');
  await person.keyboard.press('Escape');
  await expect(title(person)).toHaveValue('Alpha');
  await expect(content(person)).toHaveText('Only this.');
});
