/** Two-step verification on the screen: apps are added and removed, and asked for at a sign-in and before a reset. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, focused, gone, see, text, toast } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { broken, json, noContent, on } from '../support/server/answers.ts';
import { refused } from '../support/server/auth.ts';
import { AuthenticatorApps, CODE, WRONG_CODE } from '../support/server/authenticator.ts';
import { server } from '../support/server/server.ts';
import { keepSession } from '../support/server/session.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const code = () => page.getByLabelText('Six-digit code');
const isOff = () => page.getByText('Off. Anyone who knows your password can sign in.');

/** Somebody signs in with their password, and has these apps. */
function withApps(...names: readonly string[]): { workspace: Workspace; apps: AuthenticatorApps } {
  const workspace = signedIn({ fullName: 'Careful Person' });
  const apps = new AuthenticatorApps(workspace.owner, names);
  server().say(...accountOf(workspace), on('POST /auth/v1/logout', noContent));
  server().say(apps.answer);
  return { workspace, apps };
}

async function enterPassword(): Promise<void> {
  await page.getByLabelText('Email').fill('careful.person@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('correct horse 1');
  await button('Sign in').click();
  await see(page.getByRole('heading', { name: 'Two-step verification' }));
}

test('an app counts from its first right code, and a second one is added beside it', async () => {
  const { apps } = withApps();
  await openApp('/dashboard/settings');
  await see(isOff());
  await button('Turn on').click();
  // Toasts are dialogs, too.
  const dialog = page.getByRole('dialog', { name: /^(Turn on|Add an|Scan)/ });
  await see(dialog.getByText('Your other devices will have to sign in again.'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await gone(dialog);
  const add = async (opener: string, name: string) => {
    await button(opener).click();
    await dialog.getByLabelText('Name of the app').fill(name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await see(dialog.getByRole('img', { name: 'QR code' }));
    await text(dialog.getByTestId('secret'), 'JBSW Y3DP EHPK 3PXP');
    await code().fill(WRONG_CODE);
    await see(dialog.getByText('That code is not right.'));
    await focused(code());
    await expectAccessibleInBothThemes();
    // Complete, it needs no button.
    await code().fill(CODE);
    await gone(dialog);
    await see(button(`Remove ${name}`));
  };
  await add('Turn on', 'Old phone');
  await see(toast('Two-step verification is on'));
  await add('Add app', 'Tablet');
  await see(toast('Authenticator app added'));
  expect(apps.factors.map(({ friendly_name: name }) => name)).toEqual(['Old phone', 'Tablet']);
});

test('an app stays when its removal fails, and removing the last one turns verification off', async () => {
  const { apps } = withApps('Old phone', 'Tablet');
  keepSession(apps.session(true));
  await openApp('/dashboard/settings');
  const remove = async (name: string) => {
    await button(`Remove ${name}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  };
  const mend = server().say((asked) => (asked.method === 'DELETE' ? broken() : undefined));
  await remove('Old phone');
  await see(toast('Authenticator app was not removed'));
  await see(button('Remove Old phone'));
  mend();
  for (const name of ['Old phone', 'Tablet']) {
    await remove(name);
    await gone(button(`Remove ${name}`));
  }
  await see(toast('Authenticator app removed').first());
  await see(isOff());
});

test('signing out instead leads back, and a person chooses one of several apps', async () => {
  const { apps } = withApps('Old phone', 'Tablet');
  localStorage.removeItem('trellis-auth');
  await openApp('/auth/login');
  await enterPassword();
  await expectAccessibleInBothThemes();
  await button('Sign out instead').click();
  await at('/auth/login');
  await enterPassword();
  await page.getByLabelText('Tablet').click();
  await focused(code());
  // As it is copied from the app.
  await code().fill(CODE.replace(/(?<=^...)/, ' '));
  await see(page.getByRole('heading', { name: 'Dashboard' }));
  const [asked] = server().asked.filter(({ path }) => path.endsWith('/verify'));
  expect(asked?.path).toContain(apps.factors[1]?.id);
});

test('a reset asks for a code before it sets the password', async () => {
  const { apps } = withApps('Phone');
  localStorage.removeItem('trellis-auth');
  const link = apps.session(false);
  let isProven = false;
  const setPassword = on('PUT /auth/v1/user', ({ headers }) => {
    isProven = headers.get('authorization') !== `Bearer ${link.access_token}`;
    return isProven ? json(link.user) : refused(401, 'insufficient_aal');
  });
  server().say(setPassword);
  const { access_token, refresh_token } = link;
  const tokens = new URLSearchParams({ access_token, refresh_token, type: 'recovery' });
  await openApp(`/auth/reset-password#${tokens}`);
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabelText(label, { exact: true }).fill('a new password');
  await button('Set new password').click();
  await see(page.getByText('This account uses two-step verification.'));
  await expectAccessibleInBothThemes();
  expect(isProven).toBe(false);
  await code().fill(CODE);
  await see(page.getByRole('heading', { name: 'Password updated' }));
  expect(isProven).toBe(true);
});
