/** The theme: the system's, until a person wants another on this device. */
import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { all, press, see } from '../support/person/person.ts';
import { signedIn } from '../support/server/workspace.ts';

const LIGHT = 'rgb(255, 255, 255)';
const DARK = 'rgb(20, 23, 22)';

const background = () => getComputedStyle(document.body).backgroundColor;

/** The colour that the browser takes for its own bars. */
const barColour = () =>
  all<HTMLMetaElement>('meta[name="theme-color"]').find(({ media }) => matchMedia(media).matches)?.content;

async function choose(theme: string): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await press('Escape');
}

test('the theme follows the system until a person chooses one for this device', async () => {
  signedIn();
  await openApp('/dashboard');
  await see(page.getByRole('heading', { level: 1 }));
  expect(background()).toBe(LIGHT);
  await commands.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe(DARK);

  await choose('Light');
  await expect.poll(background).toBe(LIGHT);
  expect(barColour()).toBe('#ffffff');
  // Another page of this device that opens now has it at once: web/public/theme.js runs before anything is drawn.
  const other = document.body.appendChild(document.createElement('iframe'));
  other.srcdoc = '<!doctype html><script src="/theme.js"></script>';
  await expect.poll(() => other.contentDocument?.documentElement.dataset.theme).toBe('light');

  await choose('System');
  await expect.poll(background).toBe(DARK);
  expect(barColour()).toBe('#141716');
  await expect.poll(() => other.contentDocument?.documentElement.dataset.theme).toBeUndefined();
  other.remove();
});
