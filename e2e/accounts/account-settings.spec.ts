/** What the account's settings say when something is saved, and when it is not. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  expect,
  newAccount,
  newBrowser,
  signIn,
  signUpThroughForm as signUp,
  test,
} from '../support/journey.ts';
import { mailInOutbox } from '../support/outbox.ts';
import { toast } from '../support/toast.ts';

/** The field stays open when saving fails. */
async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Full Name' }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('saving says so, and failing says why', async ({ person, browser, trellis }) => {
  const other = newAccount('Other Person');
  const elsewhere = await newBrowser(browser, trellis);
  await signUp(await elsewhere.newPage(), other);
  await elsewhere.close();
  const account = newAccount('Saving Person');
  await signUp(person, account);
  await person.goto('/dashboard/settings');

  await person.route('**/rest/v1/user_profiles*', (route) => route.fulfill({ status: 500, body: 'Oops' }));
  await person.getByRole('button', { name: 'Edit Full Name' }).click();
  await rename(person, 'Renamed Person');
  await expect(toast(person, 'Update failed')).toBeVisible();
  await expect(toast(person, 'An unexpected error occurred')).toBeVisible();
  await person.unrouteAll();
  await rename(person, 'Renamed Person');
  await expect(toast(person, 'Full name updated successfully')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Account: Renamed Person' })).toBeVisible();

  await person.getByRole('button', { name: 'Edit Display Name' }).click();
  const displayName = person.getByRole('textbox', { name: 'Display Name' });
  await displayName.fill(' Ren ');
  await displayName.press('Enter');
  await expect(toast(person, 'Display name updated successfully')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Account: Ren', exact: true })).toBeVisible();
  await expect(person.getByRole('button', { name: 'Edit Display Name' })).toBeFocused();
  await person.keyboard.press('Enter');
  await displayName.fill('Nobody');
  await displayName.press('Escape');
  await expect(person.getByText('Ren', { exact: true }).first()).toBeVisible();

  await person.getByRole('button', { name: 'Edit Email Address' }).click();
  const current = person.getByLabel('Current password');
  await expect(current).toHaveCount(0);
  await person.getByRole('textbox', { name: 'Email Address' }).fill(other.email);
  const save = person.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await current.fill('not mine');
  await save.click();
  await expect(person.getByText('This is not your password.')).toBeVisible();
  await expect(current).toBeFocused();
  await expectAccessibleInBothThemes(person);
  await current.fill(account.password);
  await current.press('Enter');
  await expect(toast(person, 'Email update failed')).toBeVisible();
  await expect(toast(person, 'An account with this email address already exists.')).toBeVisible();
  await expect(person.getByRole('textbox', { name: 'Email Address' })).toHaveValue(other.email);
  await person.getByRole('button', { name: 'Cancel' }).click();
});

test('a new password is set, twice typed, and signs the other devices out', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Changing Person');
  const password = 'another horse 2';
  await signUp(person, account);
  const elsewhere = await newBrowser(browser, trellis);
  const other = await elsewhere.newPage();
  await signIn(other, account);

  await person.goto('/dashboard/settings');
  const card = person.getByRole('region', { name: 'Password' });
  const devices = person.getByRole('region', { name: 'Signed-in devices' });
  await devices.getByRole('link', { name: 'change your password' }).click();
  await expect(card).toBeInViewport();
  await card.getByRole('button', { name: 'Change password' }).click();
  const first = card.getByLabel('New password', { exact: true });
  const second = card.getByLabel('Confirm new password');
  const save = card.getByRole('button', { name: 'Set new password' });
  const current = card.getByLabel('Current password');
  await expect(current).toBeFocused();
  await expect(save).toBeDisabled();
  await current.fill('not mine');
  await first.fill('short');
  await second.fill('shorter');
  await expect(card.getByText('Passwords do not match')).toBeVisible();
  await second.fill('short');
  await save.click();
  await expect(card.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await expect(first).toBeFocused();
  await expectAccessibleInBothThemes(person);
  for (const field of [first, second]) await field.fill(account.password);
  await save.click();
  await expect(card.getByText('This is not your password.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(account.password);
  await save.click();
  await expect(card.getByRole('alert')).toHaveText(
    'This is already your password. Please choose another one.',
  );
  for (const field of [first, second]) await field.fill(password);
  await save.click();
  await expect(toast(person, 'Password updated')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Change password' })).toBeFocused();
  await expect(devices.getByRole('listitem')).toHaveCount(1);

  await other.getByRole('link', { name: 'Settings' }).click();
  await expect(other.getByRole('alert')).toContainText('Your session has expired. Please sign in again.');
  await signIn(other, { ...account, password });
  await elsewhere.close();
});

test('an old session brings a mailed code for a new password', async ({ person, trellis }) => {
  const account = newAccount('Long Signed In');
  await signUp(person, account);
  await person.goto('/dashboard/settings');
  const card = person.getByRole('region', { name: 'Password' });
  await card.getByRole('button', { name: 'Change password' }).click();
  await card.getByLabel('Current password').fill(account.password);
  for (const label of ['New password', 'Confirm new password'])
    await card.getByLabel(label, { exact: true }).fill('another horse 2');
  const refuse = (code: string) =>
    person.route(
      '**/auth/v1/user*',
      (route) => route.fulfill({ status: 422, json: { error_code: code, msg: 'Any text' } }),
      { times: 1 },
    );
  await refuse('reauthentication_needed');
  await card.getByRole('button', { name: 'Set new password' }).click();
  const field = card.getByLabel('Code from the email');
  await expect(field).toBeFocused();
  await expectAccessibleInBothThemes(person);
  const { code } = await mailInOutbox(trellis, account.email);
  await refuse('reauthentication_not_valid');
  await field.fill(code === '123456' ? '654321' : '123456');
  await expect(card.getByText('This code is wrong or has expired.')).toBeVisible();
  const sent = person.waitForRequest('**/auth/v1/user*');
  await field.fill(code);
  expect((await sent).postDataJSON()).toMatchObject({ password: 'another horse 2', nonce: code });
  await expect(toast(person, 'Password updated')).toBeVisible();
});

test('signing out without the server ends the session here, and says that the server does not know', async ({
  person,
}) => {
  await signUp(person, newAccount('Leaving Person'));
  await person.goto('/dashboard/settings');
  await person.route('**/auth/v1/logout*', (route) => route.abort('connectionreset'));
  await person.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await person.waitForURL('/auth/login');
  await expect(toast(person, 'Sign out failed')).toBeVisible();
  await person.goto('/dashboard');
  await person.waitForURL('/auth/login');
});
