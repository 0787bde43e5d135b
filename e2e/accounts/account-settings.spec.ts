/** A new password ends the sessions of other devices. For the other settings see web/test/accounts. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  expect,
  newAccount,
  newBrowser,
  signIn,
  signUpThroughForm as signUp,
  test,
} from '../support/journey.ts';
import { toast } from '../support/toast.ts';

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
