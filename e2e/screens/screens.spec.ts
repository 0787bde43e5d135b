/// <reference lib="dom" />
/** Every screen opens, in both themes, without an accessibility fault or an error in the console. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { createPage, expect, newAccount, newBrowser, signUp, test } from '../support/journey.ts';

const PUBLIC = [
  ['/', 'Everything your team'],
  ['/auth/login', 'Sign in'],
  ['/auth/signup', 'Create'],
  ['/auth/forgot-password', 'password'],
  ['/auth/reset-password', 'Invalid reset link'],
  ['/auth/confirm', ''],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
] as const;

const SIGNED_IN = [
  ['/dashboard', 'Dashboard'],
  ['/dashboard/organizations', 'Organizations'],
  ['/dashboard/trash', 'Trash'],
  ['/dashboard/settings', 'Settings'],
  ['/dashboard/settings/workspace', 'Workspace settings'],
  ['/dashboard/settings/workspace/notion-callback', 'Connection Failed'],
  ['/dashboard/integrations', 'Integrations'],
  ['/dashboard/pages/00000000-0000-4000-8000-000000000000', 'Page not found'],
  ['/dashboard/pages/not-an-id', 'Page not found'],
] as const;

/** As on a phone, or at 400 %. The app's other screens: web/test/screens. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

test('every screen, in both themes', async ({ browser, trellis }) => {
  test.slow();
  const context = await newBrowser(browser, trellis);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs failed requests, such as the 400 for a malformed id.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  for (const [path, heading] of PUBLIC) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScrolling(page);
  }
  await signUp(page, newAccount('Screen Reader'));
  await createPage(page, 'A page');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add new page' }).click();
  await expect(page.getByLabel('Page Name')).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add new page' })).toBeFocused();
  for (const [path, heading] of SIGNED_IN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expectAccessibleInBothThemes(page);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test('an unknown address leads to the landing page', async ({ person }) => {
  await person.goto('/no/such/place');
  await person.waitForURL((url) => url.pathname === '/');
});
