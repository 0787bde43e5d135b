/**
 * Two-step verification, turned on in the settings and asked for at a sign-in. For several apps, their removal and the
 * reset of a password see web/test/accounts/two-step.test.ts and server/test/auth/mfa.
 */
import type { Page } from '@playwright/test';
import { createPage, expect, newAccount, newBrowser, signUp, test } from '../support/journey.ts';
import { AuthenticatorApp } from '../support/totp.ts';

const code = (page: Page) => page.getByLabel('Six-digit code');

test('a code is asked for at sign-in, and nothing is shown without it', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Careful Person');
  await signUp(person, account);
  await createPage(person, 'Secret plan');
  const pageUrl = person.url();
  await person.goto('/dashboard/settings');
  await person.getByRole('button', { name: 'Turn on' }).click();
  const dialog = person.getByRole('dialog', { name: /two-step|Scan/ });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const app = new AuthenticatorApp((await dialog.getByTestId('secret').textContent()) ?? '');
  await code(person).fill(app.nextCode());
  await expect(person.getByRole('heading', { name: 'Two-step verification is on' })).toBeVisible();

  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto(pageUrl);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  await expect(page.getByText('Secret plan')).toHaveCount(0);
  // The server withholds the pages, too.
  const answer = await page.evaluate(async () => {
    const { supabaseUrl, supabasePublishableKey } = JSON.parse(
      document.getElementById('config')?.textContent ?? '',
    );
    const { access_token: token } = JSON.parse(localStorage.getItem('trellis-auth') ?? '');
    const headers = { apikey: supabasePublishableKey, authorization: `Bearer ${token}` };
    return (await fetch(`${supabaseUrl}/rest/v1/pages?select=name`, { headers })).json();
  });
  expect(answer).toEqual([]);
  await page.reload();
  await expect(code(page)).toBeFocused();
  await code(page).fill(app.wrongCode());
  await expect(page.getByText('That code is not right.')).toBeVisible();
  // As copied from the app; complete, it needs no button.
  await code(page).pressSequentially(app.nextCode().replace(/(?<=^...)/, ' '));
  await expect(page.getByLabel('Page title')).toHaveValue('Secret plan');
  await expect(page).toHaveURL(pageUrl);
  await elsewhere.close();
});
