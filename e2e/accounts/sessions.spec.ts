/// <reference lib="dom" />
/** Sessions in several tabs and on several devices: ended here, ended there, renewed at once. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, newBrowser, signIn, signUp, test } from '../support/journey.ts';

const EXPIRED = 'Your session has expired. Please sign in again.';
const FIVE_MINUTES_MS = 5 * 60_000;

const devices = (page: Page) => page.getByRole('region', { name: 'Signed-in devices' });

/** The answers that this browser keeps for a start without a connection. */
const keptAnswers = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => /^trellis-(seen|page)-/.test(name)),
  );

/** Changes the session that the browser has kept. */
function changeSession(page: Page, changes: object): Promise<void> {
  return page.evaluate((wanted) => {
    const session = JSON.parse(localStorage.getItem('trellis-auth') ?? '{}');
    localStorage.setItem('trellis-auth', JSON.stringify({ ...session, ...wanted }));
  }, changes);
}

test('a device is signed out from another one, at once and in words', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Many Devices');
  await signUp(person, account);
  const elsewhere = await newBrowser(browser, trellis);
  const other = await elsewhere.newPage();
  await signIn(other, account);

  await expect.poll(() => keptAnswers(other)).toHaveLength(1);
  // A request that is still under way would tell it first.
  await other.waitForLoadState('networkidle');
  await person.goto('/dashboard/settings');
  await expect(devices(person).getByText('Chrome on Linux')).toHaveCount(2);
  await expect(devices(person).getByText('This device')).toHaveCount(1);
  await devices(person).getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(person.getByText('Signed out there')).toBeVisible();
  await expect(devices(person).getByText('Chrome on Linux')).toHaveCount(1);

  await other.getByRole('link', { name: 'Settings' }).click();
  await expect(other.getByRole('heading', { name: 'Authentication Error' })).toBeVisible();
  await expect(other.getByText(EXPIRED)).toBeVisible();
  await expect.poll(() => keptAnswers(other)).toEqual([]);
  await expectAccessibleInBothThemes(other);
  await other.getByRole('link', { name: 'Sign in' }).click();
  await expect(other.getByRole('alert')).toContainText(EXPIRED);
  await other.getByLabel('Email').fill(account.email);
  await expect(other.getByRole('alert')).toHaveCount(0);
  await other.getByLabel('Password', { exact: true }).fill(account.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.waitForURL('/dashboard/settings');

  await person.reload();
  await devices(person).getByRole('button', { name: 'Sign out all others' }).click();
  await person.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(person.getByText('Signed out everywhere else')).toBeVisible();
  await expect(devices(person).getByRole('listitem')).toHaveCount(1);
  // Opened again, it hears of that at its start.
  await expect.poll(() => keptAnswers(other)).toHaveLength(1);
  await other.reload();
  await expect(other.getByText(EXPIRED)).toBeVisible();
  await expect.poll(() => keptAnswers(other)).toEqual([]);
  await elsewhere.close();
});

test('two tabs renew the session at once and are signed out together, without an error', async ({
  person,
}) => {
  const account = newAccount('Busy Tabs');
  await signUp(person, account);
  const second = await person.context().newPage();
  for (const page of [person, second]) {
    await page.clock.install();
    await page.goto('/dashboard/settings');
    await expect(devices(page).getByText('This device')).toBeVisible();
  }
  const before = await person.evaluate(() => localStorage.getItem('trellis-auth'));
  // Less than the 300 seconds after which the check of every five minutes renews.
  await changeSession(person, { expires_at: Math.floor(Date.now() / 1000) + 420 });
  await Promise.all([person.reload(), second.reload()]);
  await Promise.all([person.clock.fastForward(FIVE_MINUTES_MS), second.clock.fastForward(FIVE_MINUTES_MS)]);
  await expect(async () => {
    const now = await person.evaluate(() => localStorage.getItem('trellis-auth'));
    expect(JSON.parse(now ?? '{}').refresh_token).not.toBe(JSON.parse(before ?? '{}').refresh_token);
  }).toPass();
  for (const page of [person, second]) {
    await page.reload();
    await expect(devices(page).getByText('This device')).toBeVisible();
  }

  await second.goto('/dashboard/organizations');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await second.evaluate(() => sessionStorage.setItem('trellis-reset-access-token', 'left over'));
  await person.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(person.getByText('Signed out successfully')).toBeVisible();
  await second.waitForURL('/auth/login');
  await expect(second.getByRole('alert')).toHaveCount(0);
  expect(await second.evaluate(() => Object.keys(sessionStorage))).not.toContain(
    'trellis-reset-access-token',
  );
  expect(await second.evaluate(() => localStorage.getItem('trellis-auth'))).toBeNull();

  // The next sign-in does not return to that screen.
  await second.getByLabel('Email').fill(account.email);
  await second.getByLabel('Password', { exact: true }).fill(account.password);
  await second.getByRole('button', { name: 'Sign in' }).click();
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await second.close();
});
