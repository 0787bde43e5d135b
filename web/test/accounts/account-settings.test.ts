/** The account settings' messages after a save and after a failure. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, focused, gone, press, see, seeToast, text, toast } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { broken, cut, json, on } from '../support/server/answers.ts';
import { refused } from '../support/server/auth.ts';
import { server } from '../support/server/server.ts';
import { newSession } from '../support/server/session.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const USER = 'PUT /auth/v1/user';

async function openSettings(): Promise<Workspace> {
  const workspace = signedIn({ fullName: 'Saving Person' });
  server().say(...accountOf(workspace));
  await openApp('/dashboard/settings');
  return workspace;
}

test('a name is saved, and a failure says why', async () => {
  await openSettings();
  const mend = server().say(on('PATCH /rest/v1/user_profiles', broken));
  await button('Edit Full Name').click();
  // The field stays open when saving fails.
  const rename = async () => {
    await page.getByRole('textbox', { name: 'Full Name' }).fill('Renamed Person');
    await button('Save').click();
  };
  await rename();
  await seeToast('Update failed', 'An unexpected error occurred');
  mend();
  await rename();
  await see(toast('Full name updated successfully'));
  await see(button('Account: Renamed Person'));
});

test('a display name is saved by Enter, and left by Escape', async () => {
  const workspace = await openSettings();
  server().say(
    on(USER, ({ body }) => {
      const { data } = body as { data: { display_name: string } };
      // The profile follows the account.
      workspace.profile.display_name = data.display_name;
      return json({ ...newSession(workspace.owner).user, updated_at: new Date().toISOString() });
    }),
  );
  await button('Edit Display name').click();
  const displayName = page.getByRole('textbox', { name: 'Display name' });
  await displayName.fill(' Ren ');
  await press('Enter');
  await see(toast('Display name updated successfully'));
  await see(button('Account: Ren'));
  await focused(button('Edit Display name'));
  await press('Enter');
  await displayName.fill('Nobody');
  await press('Escape');
  await see(page.getByText('Ren', { exact: true }).first());
});

test('another address takes the password, and a taken one is refused', async () => {
  await openSettings();
  const refuse = (code: string) => server().say(on(USER, () => refused(422, code)));
  refuse('current_password_invalid');
  await button('Edit Email Address').click();
  const current = page.getByLabelText('Current password');
  await gone(current);
  const address = page.getByRole('textbox', { name: 'Email Address' });
  await address.fill('other@example.com');
  const save = button('Save');
  await expect.element(save).toBeDisabled();
  await current.fill('not mine');
  await save.click();
  await see(page.getByText('This is not your password.'));
  await focused(current);
  await expectAccessibleInBothThemes();
  refuse('email_exists');
  await current.fill('correct horse 1');
  await press('Enter');
  await seeToast('Email update failed', 'An account with this email address already exists.');
  await expect.element(address).toHaveValue('other@example.com');
  expect(server().asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    email: 'other@example.com',
    current_password: 'correct horse 1',
  });
  await button('Cancel').click();
});

test('an old session brings a mailed code for a new password', async () => {
  const workspace = await openSettings();
  const card = page.getByRole('region', { name: 'Password' });
  await card.getByRole('button', { name: 'Change password' }).click();
  await card.getByLabelText('Current password').fill('correct horse 1');
  for (const label of ['New password', 'Confirm new password'])
    await card.getByLabelText(label, { exact: true }).fill('another horse 2');
  server().say(
    on(USER, () => refused(422, 'reauthentication_needed')),
    on('GET /auth/v1/reauthenticate', () => json({})),
  );
  await card.getByRole('button', { name: 'Set new password' }).click();
  const field = card.getByLabelText('Code from the email');
  await focused(field);
  await expectAccessibleInBothThemes();
  server().say(on(USER, () => refused(422, 'reauthentication_not_valid')));
  await field.fill('654321');
  await see(card.getByText('This code is wrong or has expired.'));
  server().say(on(USER, () => json(newSession(workspace.owner).user)));
  await field.fill('123456');
  await see(toast('Password updated'));
  expect(server().asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    password: 'another horse 2',
    nonce: '123456',
  });
});

test('a new password is typed twice, beside the present one', async () => {
  const workspace = await openSettings();
  const card = page.getByRole('region', { name: 'Password' });
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await devices.getByRole('link', { name: 'change your password' }).click();
  await expect.element(card).toBeInViewport();
  await card.getByRole('button', { name: 'Change password' }).click();
  const first = card.getByLabelText('New password', { exact: true });
  const second = card.getByLabelText('Confirm new password');
  const current = card.getByLabelText('Current password');
  const save = card.getByRole('button', { name: 'Set new password' });
  await focused(current);
  await expect.element(save).toBeDisabled();
  await current.fill('not mine');
  await first.fill('short');
  await second.fill('shorter');
  await see(card.getByText('Passwords do not match'));
  await second.fill('short');
  await save.click();
  await see(card.getByText('Password must be at least 6 characters long.'));
  await focused(first);
  await expectAccessibleInBothThemes();
  expect(server().asked.filter(({ method }) => method === 'PUT')).toEqual([]);

  server().say(on(USER, () => refused(422, 'current_password_invalid')));
  for (const field of [first, second]) await field.fill('correct horse 1');
  await save.click();
  await see(card.getByText('This is not your password.'));
  await focused(current);
  server().say(on(USER, () => refused(422, 'same_password')));
  await current.fill('correct horse 1');
  await save.click();
  await text(card.getByRole('alert'), 'This is already your password. Please choose another one.');
  server().say(on(USER, () => json(newSession(workspace.owner).user)));
  for (const field of [first, second]) await field.fill('another horse 2');
  const listings = () => server().asked.filter(({ path }) => path.endsWith('/list_my_sessions')).length;
  const before = listings();
  await save.click();
  await see(toast('Password updated'));
  await focused(card.getByRole('button', { name: 'Change password' }));
  // The other devices are signed out.
  await expect.poll(listings).toBe(before + 1);
  expect(server().asked.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    password: 'another horse 2',
    current_password: 'correct horse 1',
  });
});

test('a name without a session is not saved', async () => {
  await openSettings();
  await button('Edit Full Name').click();
  const name = page.getByRole('textbox', { name: 'Full Name' });
  await name.fill('Somebody Else');
  localStorage.removeItem('trellis-auth');
  await button('Save').click();
  await seeToast('Update failed', 'No user session found');
  await expect.element(name).toHaveValue('Somebody Else');
});

test('signing out without the server ends the session here, and says that the server has not heard', async () => {
  await openSettings();
  server().say(on('POST /auth/v1/logout', cut));
  await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await at('/auth/login');
  await see(toast('Sign out failed'));
  await openApp('/dashboard');
  await at('/auth/login');
});
