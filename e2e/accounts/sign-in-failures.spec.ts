/// <reference lib="dom" />
/** Every way in which signing in, signing up and resetting a password can fail, and the sentence that a person reads. */
import type { Page, Route } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, newBrowser, signUpThroughForm as signUp, test } from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { TrellisProcess } from '../support/trellis-process.ts';

const NETWORK = 'Unable to connect to the server. Please check your internet connection and try again.';

async function trySigningIn(page: Page, email = 'ada@example.com', password = 'a password'): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function trySigningUp(page: Page, email: string, password = 'a password'): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function askForReset(page: Page): Promise<void> {
  await page.goto('/auth/forgot-password');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send reset link' }).click();
}

/** @param accessToken of the link; what the server thinks of it is what the test is about */
async function openReset(page: Page, accessToken: string): Promise<void> {
  await page.goto('/auth/login');
  await page.goto(`/auth/reset-password#access_token=${accessToken}&refresh_token=r&type=recovery`);
  await expect(page).toHaveURL('/auth/reset-password');
}

async function submitReset(
  page: Page,
  password = 'another password',
  confirmation = password,
): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

/** Signs up, and forgets the session in this browser. */
async function leaveBehind(page: Page, fullName: string) {
  await signUp(page, newAccount(fullName));
  const session = JSON.parse((await page.evaluate(() => localStorage.getItem('trellis-auth'))) ?? '');
  await page.evaluate(() => localStorage.clear());
  return { userId: String(session.user.id), accessToken: String(session.access_token) };
}

const alert = (page: Page) => page.getByRole('alert');

test('a wrong password, and an address without an account, get the same sentence; what was typed stays', async ({
  person,
}) => {
  const account = newAccount('Known Person');
  await signUp(person, account);
  await person.context().clearCookies();
  await person.evaluate(() => localStorage.clear());
  for (const email of [account.email, 'nobody@example.com']) {
    await trySigningIn(person, email, 'not the password');
    await expect(alert(person)).toHaveText(
      'Invalid email or password. Please check your credentials and try again.',
    );
    await expect(person.getByLabel('Email')).toHaveValue(email);
    await expect(person.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  }
  await person.getByLabel('Password', { exact: true }).press('x');
  await expect(alert(person)).toHaveCount(0);
});

test('an address that has an account already leads to signing in', async ({ person, browser, trellis }) => {
  const account = newAccount('Known Person');
  await signUp(person, account);
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await trySigningUp(page, ` ${account.email.toUpperCase()} `);
  await expect(alert(page)).toContainText('An account with this email address already exists.');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Sign in instead' }).click();
  await page.waitForURL('/auth/login');
  await elsewhere.close();
});

test('what is typed wrong is said at the field, which gets the focus', async ({ person }) => {
  await trySigningIn(person, 'ada@example', '12345');
  await expect(person.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(person.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await expect(person.getByLabel('Email')).toBeFocused();
  await expect(person.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address.');

  await trySigningUp(person, 'ada@example.com', '12345');
  await expect(person.getByLabel('Password', { exact: true })).toBeFocused();
  await person.getByLabel('Confirm password').fill('123456');
  await expect(person.getByText('Passwords do not match')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Create account' })).toBeDisabled();
});

test('fields are filled by password managers, shown on demand, and warn of Caps Lock', async ({ person }) => {
  await person.goto('/auth/signup');
  await expect(person.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  const password = person.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await password.fill('secret');
  await person.getByRole('button', { name: 'Show password' }).first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(person.getByText('Caps Lock is on.')).toBeVisible();
  await password.dispatchEvent('keyup', { key: 'a' });
  await expect(person.getByText('Caps Lock is on.')).toHaveCount(0);
  await person.goto('/auth/login');
  await expect(person.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  );
});

test('a link that is none is found out before a password is typed', async ({ person }) => {
  await openReset(person, 'forged.token.x');
  await expect(person.getByRole('heading', { name: 'Invalid reset link' })).toBeVisible();
  await expect(alert(person)).toHaveText(
    'This password reset link is invalid or has expired. Please request a new password reset.',
  );
  await person.getByRole('link', { name: 'Request a new link' }).click();
  await person.waitForURL('/auth/forgot-password');
  await person.goto('/auth/reset-password');
  await expect(person.getByRole('heading', { name: 'Invalid reset link' })).toBeVisible();
});

test('a reset fails in words for each reason', async ({ person, trellis }) => {
  const { userId, accessToken } = await leaveBehind(person, 'Resetting Person');
  await openReset(person, accessToken);
  await submitReset(person, '12345');
  await expect(alert(person)).toContainText('Password Too Weak');
  await expect(alert(person)).toContainText('Password must be at least 6 characters long.');
  await expect(person.getByLabel('New password', { exact: true })).toBeFocused();

  await submitReset(person, '123456', '1234567');
  await expect(alert(person)).toContainText("Passwords Don't Match");
  await expect(alert(person)).toContainText(
    'Passwords do not match. Please make sure both passwords are identical.',
  );
  await expect(person.getByLabel('Confirm new password')).toBeFocused();

  await callAsOperator(trellis, `auth/v1/admin/users/${userId}`, { method: 'DELETE' });
  await submitReset(person);
  await expect(alert(person)).toContainText('Reset Failed');
  await expect(alert(person)).toContainText('No account found with this email address.');
});

test('a reset whose session ends meanwhile asks for a new link', async ({ person, trellis }) => {
  const { accessToken } = await leaveBehind(person, 'Slow Person');
  await openReset(person, accessToken);
  await expect(person.getByLabel('New password', { exact: true })).toBeVisible();
  const { supabasePublishableKey: apikey } = await (await fetch(`${trellis.url}/config.json`)).json();
  const headers = { apikey, authorization: `Bearer ${accessToken}` };
  await fetch(`${trellis.url}/auth/v1/logout`, { method: 'POST', headers });
  await submitReset(person);
  await expect(alert(person)).toContainText('Reset Link Expired');
  await expect(alert(person)).toContainText('Your session has expired. Please sign in again.');
  await expect(alert(person).getByRole('link', { name: 'Request a new link' })).toBeVisible();
  await expectAccessibleInBothThemes(person);
});

test('a server that is gone in mid-request is said so, and the next try goes through', async ({ person }) => {
  const cut = (route: Route) => route.abort('connectionreset');
  await person.route('**/auth/v1/token*', cut);
  await trySigningIn(person);
  await expect(alert(person)).toHaveText(NETWORK);
  await person.route('**/auth/v1/signup*', cut);
  await trySigningUp(person, 'ada@example.com');
  await expect(alert(person)).toHaveText(NETWORK);
  await person.route('**/auth/v1/recover*', cut);
  await askForReset(person);
  await expect(alert(person)).toHaveText(NETWORK);
  await person.route('**/auth/v1/user', cut);
  await openReset(person, 'a.b.c');
  await submitReset(person);
  await expect(alert(person)).toContainText('Connection Error');
  await expect(alert(person)).toContainText(NETWORK);
  await person.unrouteAll();
  await person.getByRole('button', { name: 'Set new password' }).click();
  await expect(alert(person)).toContainText('Reset Link Expired');
  await expect(alert(person)).toContainText('Invalid or malformed authentication token.');
});

test('what something else answers in the server’s place is no success', async ({ person }) => {
  const portal = (route: Route) => route.fulfill({ contentType: 'application/json', body: '{}' });
  await person.route('**/auth/v1/token*', portal);
  await trySigningIn(person);
  await expect(alert(person)).toHaveText('Sign in failed. Please check your credentials.');
  await person.route('**/auth/v1/signup*', portal);
  await trySigningUp(person, 'ada@example.com');
  await expect(alert(person)).toHaveText('Sign up failed. Please try again.');
  await person.route('**/auth/v1/user', portal);
  await openReset(person, 'a.b.c');
  await submitReset(person);
  await expect(alert(person)).toContainText('Reset Failed');
  await expect(alert(person)).toContainText('Password update failed. Please try again.');
  await person.route('**/auth/v1/recover*', (route) => route.fulfill({ status: 500, body: 'Oops' }));
  await askForReset(person);
  await expect(alert(person)).toHaveText('HTTP 500');
});

test('an answer that does not come is given up after its time', async ({ person }) => {
  await person.clock.install();
  await person.route('**/auth/v1/**', () => {});
  const givesUp = async (ms: number) => {
    await person.clock.fastForward(ms - 1000);
    await expect(alert(person)).toHaveCount(0);
    await person.clock.fastForward(1000);
    await expect(alert(person)).toContainText(`Operation timed out after ${ms}ms`);
  };
  await trySigningIn(person);
  await expect(person.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  await givesUp(10_000);
  await trySigningUp(person, 'ada@example.com');
  await expect(person.getByRole('button', { name: 'Creating account…' })).toBeVisible();
  await givesUp(15_000);
  await askForReset(person);
  await expect(person.getByRole('button', { name: 'Sending…' })).toBeVisible();
  await givesUp(10_000);
  await openReset(person, 'a.b.c');
  await expect(person.getByRole('heading', { name: 'Verifying your link…' })).toBeVisible();
  await person.clock.fastForward(5000);
  await submitReset(person);
  await expect(person.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await givesUp(10_000);
});

test('long passwords, Unicode names and tagged addresses are taken as they are', async ({
  person,
  browser,
  trellis,
}) => {
  const password = 'pässwörd 🌿 '.repeat(20).slice(0, 200);
  const email = `Zoë.Tag+Notes.${Date.now()}@Example.COM`.replace('ë', 'e');
  await person.goto('/auth/signup');
  await person.getByLabel('Full name').fill('Zoë 🌿 山田');
  await person.getByLabel('Email').fill(email);
  await person.getByLabel('Password', { exact: true }).fill(password);
  await person.getByLabel('Confirm password').fill(password);
  await person.getByRole('button', { name: 'Create account' }).click();
  await person.waitForURL('/dashboard');
  await expect(person.getByRole('button', { name: 'Account: Zoë 🌿 山田' })).toBeVisible();
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await trySigningIn(page, email.toLowerCase(), password);
  await page.waitForURL('/dashboard');
  await elsewhere.close();
});

test('a Trellis that takes no accounts, and one that has enough of trying, say so', async ({ browser }) => {
  await using closed = await TrellisProcess.create({ AUTH_SIGNUP: 'off', AUTH_RATE_LIMITS: 'on' });
  const context = await newBrowser(browser, closed);
  const page = await context.newPage();
  await trySigningUp(page, 'ada@example.com');
  await expect(alert(page)).toHaveText('Account registration is currently disabled. Please contact support.');
  const keys = await (await fetch(`${closed.url}/config.json`)).json();
  for (let attempt = 0; attempt < 40; attempt++) {
    const response = await fetch(`${closed.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: keys.supabasePublishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'guessing' }),
    });
    if (response.status === 429) break;
  }
  await trySigningIn(page);
  await expect(alert(page)).toHaveText('Too many requests. Please wait a moment and try again.');
  await context.close();
});
