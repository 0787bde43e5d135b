/** Two-step verification: turned on in the settings, asked for at sign-in and before a reset, and turned off. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  type Account,
  createPage,
  expect,
  newAccount,
  newBrowser,
  signIn,
  signOut,
  signUpThroughForm as signUp,
  test,
} from '../support/journey.ts';
import { mailInOutbox } from '../support/outbox.ts';
import { toast } from '../support/toast.ts';
import { AuthenticatorApp } from '../support/totp.ts';

const code = (page: Page) => page.getByLabel('Six-digit code');

async function addApp(page: Page, name: string): Promise<AuthenticatorApp> {
  const card = page.getByRole('region', { name: 'Two-step verification' });
  await card.getByRole('button', { name: /Turn on|Add app/ }).click();
  const dialog = page.getByRole('dialog', { name: /two-step|authenticator app$|Scan/ });
  await dialog.getByLabel('Name of the app').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = await dialog.getByTestId('secret').textContent();
  const app = new AuthenticatorApp(secret ?? '');
  await code(page).fill(app.wrongCode());
  await expect(dialog.getByText('That code is not right.')).toBeVisible();
  await expect(code(page)).toBeFocused();
  await code(page).fill(app.nextCode());
  await expect(page.getByRole('dialog', { name: 'Scan with your app' })).toBeHidden();
  await expect(card.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  return app;
}

async function enterPassword(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
}

test('a code is asked for at sign-in, and nothing is shown without it @postgres', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Careful Person');
  await signUp(person, account);
  await createPage(person, 'Secret plan');
  const pageUrl = person.url();
  const laptop = await newBrowser(browser, trellis);
  const onLaptop = await laptop.newPage();
  await signIn(onLaptop, account);
  await person.goto('/dashboard/settings');
  await expect(person.getByText('Off. Anyone who knows your password can sign in.')).toBeVisible();
  await person.getByRole('button', { name: 'Turn on' }).click();
  await expect(person.getByText('Your other devices will have to sign in again.')).toBeVisible();
  await person.getByRole('button', { name: 'Cancel' }).click();
  const phone = await addApp(person, 'Phone');
  await onLaptop.getByRole('link', { name: 'Organizations' }).click();
  await expect(onLaptop.getByText('Your session has expired. Please sign in again.')).toBeVisible();
  await laptop.close();
  await expect(person.getByRole('heading', { name: 'Two-step verification is on' })).toBeVisible();
  await expectAccessibleInBothThemes(person);

  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto(pageUrl);
  await enterPassword(page, account);
  await expect(page.getByText('Secret plan')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
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
  await code(page).fill(phone.wrongCode());
  await expect(page.getByText('That code is not right.')).toBeVisible();
  // As copied from the app; complete, it needs no button.
  await code(page).pressSequentially(phone.nextCode().replace(/(?<=^...)/, ' '));
  await expect(page.getByLabel('Page title')).toHaveValue('Secret plan');
  await expect(page).toHaveURL(pageUrl);
  await elsewhere.close();
});

test('signing out instead leads back, one of several apps is chosen, and the last one turns it off', async ({
  person,
}) => {
  const account = newAccount('Two Phones');
  await signUp(person, account);
  await person.goto('/dashboard/settings');
  await addApp(person, 'Old phone');
  const tablet = await addApp(person, 'Tablet');
  await expect(toast(person, 'Authenticator app added')).toBeVisible();
  await signOut(person);
  await enterPassword(person, account);
  await expectAccessibleInBothThemes(person);
  await person.getByRole('button', { name: 'Sign out instead' }).click();
  await person.waitForURL('/auth/login');
  await enterPassword(person, account);
  await person.getByLabel('Tablet').check();
  await expect(code(person)).toBeFocused();
  await code(person).fill(tablet.nextCode());
  await expect(person.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await person.goto('/dashboard/settings');
  const remove = async (name: string) => {
    await person.getByRole('button', { name: `Remove ${name}` }).click();
    await person.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  };
  await person.route('**/auth/v1/factors/*', (route) => route.fulfill({ status: 500, body: 'Oops' }));
  await remove('Old phone');
  await expect(toast(person, 'Authenticator app was not removed')).toBeVisible();
  await person.unrouteAll();
  for (const name of ['Old phone', 'Tablet']) {
    await remove(name);
    await expect(person.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0);
  }
  await expect(toast(person, 'Authenticator app removed').first()).toBeVisible();
  await expect(person.getByText('Off. Anyone who knows your password can sign in.')).toBeVisible();
});

test('a mailbox alone cannot reset the password', async ({ person, browser, trellis }) => {
  const account = newAccount('Locked Mailbox');
  await signUp(person, account);
  await person.goto('/dashboard/settings');
  const app = await addApp(person, 'Phone');
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto('/auth/forgot-password');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto((await mailInOutbox(trellis, account.email)).link);
  await page.getByLabel('New password', { exact: true }).fill('a new password');
  await page.getByLabel('Confirm new password').fill('a new password');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This account uses two-step verification.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await code(page).fill(app.nextCode());
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible();
  await page.waitForURL('/dashboard');
  await elsewhere.close();
});
