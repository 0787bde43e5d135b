/// <reference lib="dom" />
/** Every screen opens, in both themes and on a phone, without an accessibility fault or an error in the console. */

import { expectAccessible } from '../support/accessible.ts';
import { createPage, expect, newAccount, newBrowser, signUp, test } from '../support/journey.ts';
import { addPages } from '../support/tree.ts';

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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`screens in the ${colorScheme} theme`, async ({ browser, trellis }) => {
    const context = await browser.newContext({ baseURL: trellis.url, colorScheme });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // The browser itself reports an answer such as 400 to the id that is none.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text());
    });
    for (const [path, heading] of PUBLIC) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expectAccessible(page);
    }
    await signUp(page, newAccount('Screen Reader'));
    await createPage(page, 'A page');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add new page' }).click();
    await expect(page.getByLabel('Page Name')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add new page' })).toBeFocused();
    for (const [path, heading] of SIGNED_IN) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expectAccessible(page);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
}

test('no screen scrolls sideways at 320 px, as on a phone or at 400 %', async ({ browser, trellis }) => {
  const context = await browser.newContext({ baseURL: trellis.url, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  const expectNoSidewaysScrolling = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  };
  for (const [path] of PUBLIC) await expectNoSidewaysScrolling(path);
  await signUp(page, newAccount('Phone User With Quite A Long Name'));
  await page.getByRole('button', { name: 'Open menu' }).click();
  await createPage(page, 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5));
  for (const path of [page.url(), ...SIGNED_IN.map(([path]) => path)]) await expectNoSidewaysScrolling(path);
  await context.close();
});

test('the account is in view however low the window is, and the tree scrolls', async ({
  browser,
  trellis,
}) => {
  const context = await browser.newContext({ baseURL: trellis.url, viewport: { width: 1280, height: 700 } });
  const page = await context.newPage();
  await signUp(page, newAccount('Low Window'));
  await addPages(
    page,
    Array.from({ length: 40 }, (_, at) => ({ name: `Page ${at}`, order_index: at + 1 })),
  );
  const account = page.getByRole('button', { name: /^Account:/ });
  const last = page.getByRole('treeitem', { name: 'Page 39' });
  for (const [width, height] of [
    [1280, 700],
    [1280, 480],
    [360, 700],
    [360, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width < 768) await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(account).toBeInViewport({ ratio: 1 });
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('End');
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(account).toBeInViewport({ ratio: 1 });
    if (width < 768) await page.keyboard.press('Escape');
  }
  await context.close();
});

test('in a low window, as at 200 %, everything in the menu can be reached', async ({ browser, trellis }) => {
  const context = await browser.newContext({ baseURL: trellis.url, viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  await signUp(page, newAccount('Large Print'));
  for (const name of ['One', 'Two', 'Three']) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await createPage(page, name);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  const row = page.getByRole('treeitem', { name: 'Three' });
  await expect(row).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Organizations' }).hover();
  await page.mouse.wheel(0, 1000);
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await row.click();
  await expect(page.getByLabel('Page title')).toHaveValue('Three');
  await context.close();
});

test('whoever is not signed in is sent to the sign-in screen and brought back', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Sent Back');
  await signUp(person, account);
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto('/dashboard/settings/workspace');
  await page.waitForURL('/auth/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/dashboard/settings/workspace');
  await elsewhere.close();
});

test('an unknown address leads to the landing page', async ({ person }) => {
  await person.goto('/no/such/place');
  await person.waitForURL((url) => url.pathname === '/');
});
