/// <reference lib="dom" />
/** Refusals by the real server when somebody signs in or up; each sentence has its test in web/test/accounts. */
import type { Page } from '@playwright/test';
import { expect, newAccount, newBrowser, signUpThroughForm as signUp, test } from '../support/journey.ts';
import { TrellisProcess } from '../support/trellis-process.ts';

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
