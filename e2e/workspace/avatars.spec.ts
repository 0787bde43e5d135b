/// <reference lib="dom" />
/**
 * A logo for the workspace: chosen, cut with the keyboard, there for a colleague at once, and after a reload without the
 * server. For the dialog itself see web/test/workspace/avatars.test.ts, for rights server/test/product/avatars.test.ts.
 */
import type { Page } from '@playwright/test';
import { expect, newAccount, newBrowser, signIn, signUp, test } from '../support/journey.ts';
import { toast } from '../support/toast.ts';

/** How many of them have loaded. */
const pictures = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLImageElement>('img[src*="/avatars/"]')].filter(
        (image) => image.naturalWidth > 0,
      ).length,
  );

test('a logo is chosen, cut, and on the other device at once', async ({ person, browser, trellis }) => {
  const account = newAccount('Ada Lovelace');
  await signUp(person, account);
  const elsewhere = await newBrowser(browser, trellis);
  const device = await elsewhere.newPage();
  await signIn(device, account);
  expect(await pictures(device)).toBe(0);

  await person.goto('/dashboard/settings/workspace');
  const chooser = person.waitForEvent('filechooser');
  await person.getByRole('button', { name: 'Add logo…' }).click();
  await (await chooser).setFiles('web/public/icons/icon-192.png');
  const area = person.getByRole('application', { name: 'Part of the picture' });
  await area.press('+');
  await area.press('Shift+ArrowLeft');
  await area.press('Enter');
  await person.getByRole('button', { name: 'Save picture' }).click();
  await expect(toast(person, 'Logo updated')).toBeVisible();
  await expect.poll(() => pictures(person)).toBe(2);
  await expect.poll(() => pictures(device)).toBe(1);
  await elsewhere.close();
});
