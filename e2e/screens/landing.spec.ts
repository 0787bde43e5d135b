/// <reference lib="dom" />
/** The pages for visitors without an account: documents that need no script. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, signUp, test } from '../support/journey.ts';

test('without JavaScript the public pages are readable and lead on', async ({ browser, trellis }) => {
  const context = await browser.newContext({ baseURL: trellis.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toHaveAttribute(
    'href',
    '/auth/signup',
  );
  await expect(page.getByRole('link', { name: 'Open dashboard' }).first()).toBeHidden();
  for (const name of ['Features', 'Pricing', 'Reviews']) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await expect(page.locator(`#${name.toLowerCase()}`).getByRole('heading', { level: 2 })).toBeInViewport();
  }
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('link', { name: 'Trellis' }).first().click();
    await expect(page).toHaveURL('/');
  }
  await context.close();
});

test('the picture has the visitor’s theme, and nothing moves while the page loads', async ({
  browser,
  trellis,
}) => {
  for (const [colorScheme, chosen, shown] of [
    ['light', undefined, 'light'],
    ['dark', undefined, 'dark'],
    ['light', 'dark', 'dark'],
  ] as const) {
    const context = await browser.newContext({ baseURL: trellis.url, colorScheme });
    await context.addInitScript((theme) => {
      if (theme) localStorage.setItem('trellis-theme', JSON.stringify(theme));
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    }, chosen);
    const page = await context.newPage();
    // As over a slow line: the words are there before their font.
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    const picture = page.getByRole('img', { name: /A page being written/ });
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth > 0 && img.currentSrc))
      .toContain(`page-${shown}-`);
    const moved = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((total, shift) => total + shift, 0),
    );
    expect(moved).toBeLessThan(0.01);
    await context.close();
  }
});

test('the public pages are for everyone: by keys, in a narrow window, on the way in and back', async ({
  person,
}) => {
  const complaints: string[] = [];
  person.on('pageerror', (error) => complaints.push(error.message));
  person.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  for (const [path, heading] of [
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
    ['/', 'Everything your team'],
  ] as const) {
    await person.goto(path);
    await expect(person.getByRole('heading', { level: 1 })).toContainText(heading);
    await expectAccessibleInBothThemes(person);
    await person.setViewportSize({ width: 320, height: 640 });
    const overflow = await person.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
    await person.setViewportSize({ width: 1280, height: 720 });
  }
  await person.keyboard.press('Tab');
  await expect(person.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await person.keyboard.press('Enter');
  await expect(person.getByRole('main')).toBeFocused();
  await person.keyboard.press('Tab');
  await expect(
    person.getByRole('main').getByRole('link', { name: 'Get Started Free' }).first(),
  ).toBeFocused();

  await person.goto('/auth/login');
  await person.getByRole('link', { name: 'Terms of Service' }).click();
  await expect(person.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await person.goBack();
  await expect(person.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  // A signed-in person is shown the way to their dashboard, also from an unknown address.
  await signUp(person, newAccount('Back Again'));
  await person.goto('/no/such/place');
  await person.waitForURL((url) => url.pathname === '/');
  const nav = person.getByRole('navigation');
  await expect(nav.getByRole('link', { name: 'Sign in' })).toBeHidden();
  await nav.getByRole('link', { name: 'Open dashboard' }).click();
  await person.waitForURL('/dashboard');
  expect(complaints).toEqual([]);
});
