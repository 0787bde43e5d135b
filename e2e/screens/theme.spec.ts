/// <reference lib="dom" />
/** The theme: the system's, until a person wants another on this device. */
import type { Page } from '@playwright/test';
import { expect, newAccount, signUp, test } from '../support/journey.ts';

const LIGHT = 'rgb(255, 255, 255)';
const DARK = 'rgb(20, 23, 22)';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** The colour that the browser takes for its own bars. */
const barColour = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await page.keyboard.press('Escape');
}

test('the theme follows the system until a person chooses one for this device', async ({ person }) => {
  await person.emulateMedia({ colorScheme: 'light' });
  await signUp(person, newAccount('Night Owl'));
  expect(await background(person)).toBe(LIGHT);
  await person.emulateMedia({ colorScheme: 'dark' });
  expect(await background(person)).toBe(DARK);

  await choose(person, 'Light');
  expect(await background(person)).toBe(LIGHT);
  expect(await barColour(person)).toBe('#ffffff');
  const other = await person.context().newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  // Already when the page has been read, and the app has not begun: nothing else may flash by.
  await other.route('**/assets/*.js', (route) => route.abort());
  await other.goto('/');
  expect(await background(other)).toBe(LIGHT);

  await choose(person, 'System');
  expect(await background(person)).toBe(DARK);
  expect(await barColour(person)).toBe('#141716');
  await expect.poll(() => background(other)).toBe(DARK);
});
