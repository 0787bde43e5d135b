/** Deleting the account on the screen: the workspaces that block it, and the proofs that it takes. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, gone, says, see, text, toast } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { type Answerer, json, noContent, on } from '../support/server/answers.ts';
import { refused } from '../support/server/auth.ts';
import { AuthenticatorApps, CODE, WRONG_CODE } from '../support/server/authenticator.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession } from '../support/server/session.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const dialog = () => page.getByRole('dialog', { name: 'Delete account' });
const confirm = () => dialog().getByRole('button', { name: 'Delete Account' });
const secret = () => dialog().getByLabelText('Your password');

/** The fate of the person's workspace. */
const plan = ({ id, name }: Workspace, fate: 'blocks' | 'deleted' | 'stays', pages = 0): Answerer =>
  on('POST /rest/v1/rpc/preview_account_deletion', () =>
    json([{ organization_id: id, name, fate, pages, trashed_pages: 0 }]),
  );

/** Opens the settings of somebody whose workspace would be deleted with their account. */
async function openSettings(answer?: (workspace: Workspace) => Answerer): Promise<Workspace> {
  const workspace = signedIn({ fullName: 'Leaving Person' });
  server().say(
    ...accountOf(workspace),
    plan(workspace, 'deleted', 1),
    on('POST /functions/v1/notion-oauth/disconnect', () => json({ data: { revoked: true } })),
    on('POST /rest/v1/rpc/delete_my_account', noContent),
    on('POST /auth/v1/logout', noContent),
    on('POST /auth/v1/token', () => {
      const session = newSession(workspace.owner);
      return json(session);
    }),
  );
  if (answer) server().say(answer(workspace));
  await openApp('/dashboard/settings');
  return workspace;
}

async function askForDeletion(): Promise<void> {
  await page
    .getByRole('region', { name: 'Danger Zone' })
    .getByRole('button', { name: 'Delete Account' })
    .click();
  await see(
    dialog().getByText('Are you sure you want to delete your account? This action cannot be undone.'),
  );
}

async function isDeleted({ id }: Workspace, organizations: readonly string[] = [id]): Promise<void> {
  await at('/auth/login');
  await see(toast('Account deleted'));
  const asked = server().asked.filter(({ path }) => path.endsWith('/delete_my_account'));
  expect(asked.map(({ body }) => body)).toEqual([{ organizations_to_delete: organizations }]);
  // Each attempt signs in with a client of its own.
  for (const logged of takeLogged()) expect(logged).toContain('Multiple GoTrueClient instances');
}

test('the deletion takes the password, and lists what goes on a phone as on a desk', async () => {
  await page.viewport(360, 740);
  const workspace = await openSettings();
  await askForDeletion();
  await text(
    dialog().getByRole('listitem').filter({ hasText: 'Workspace' }),
    "The workspace Leaving Person's Workspace with 1 page: nobody else is in it",
  );
  await expectAccessibleInBothThemes();
  await expect.element(confirm()).toBeDisabled();
  const mend = server().say(on('POST /auth/v1/token', () => refused(400, 'invalid_credentials')));
  await secret().fill('not the one');
  await confirm().click();
  await see(dialog().getByText('This is not your password.'));
  mend();
  await secret().fill('correct horse 1');
  await gone(dialog().getByText('This is not your password.'));
  await confirm().click();
  await isDeleted(workspace);
});

test('the only owner among others hands over first, and then reads which pages stay', async () => {
  const workspace = await openSettings((of) => plan(of, 'blocks'));
  await askForDeletion();
  await see(dialog().getByText("You are the only owner of “Leaving Person's Workspace”."));
  await gone(confirm());
  await expectAccessibleInBothThemes();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await gone(dialog());

  server().say(plan(workspace, 'stays', 2));
  await askForDeletion();
  await see(dialog().getByText("The pages you shared in “Leaving Person's Workspace”, without your name."));
  await says(dialog().getByRole('list'), "2 pages in Leaving Person's Workspace that only you see");
  await secret().fill('correct horse 1');
  (await secret().findElement()).closest('form')?.requestSubmit();
  await isDeleted(workspace, []);
});

test('two-step verification asks for a code besides the password', async () => {
  let apps: AuthenticatorApps | undefined;
  const workspace = await openSettings(({ owner }) => {
    apps = new AuthenticatorApps(owner, ['Phone']);
    keepSession(apps.session(true));
    return apps.answer;
  });
  await askForDeletion();
  const code = dialog().getByLabelText('Code from your authenticator app');
  await secret().fill('correct horse 1');
  await expect.element(confirm()).toBeDisabled();
  await code.fill(WRONG_CODE);
  await confirm().click();
  await see(dialog().getByText('That code is not right.'));
  await expectAccessibleInBothThemes();
  expect(server().asked.some(({ path }) => path.endsWith('/delete_my_account'))).toBe(false);
  await code.fill(CODE);
  await confirm().click();
  await isDeleted(workspace);
});

test('without a password, a mailed code is the proof', async () => {
  const workspace = await openSettings(() => on('POST /rest/v1/rpc/has_password', () => json(false)));
  const { email } = workspace.owner;
  server().say(
    on('POST /auth/v1/otp', () => json({})),
    on('POST /auth/v1/verify', ({ body }) => {
      const { token } = body as { token: string };
      return token === CODE ? json(newSession(workspace.owner)) : refused(403, 'otp_expired');
    }),
  );
  await askForDeletion();
  await see(dialog().getByText('To confirm that it is you, we send a code to'));
  await gone(secret());
  await dialog().getByRole('button', { name: 'Send the code' }).click();
  const code = dialog().getByLabelText('Code from the email');
  await code.fill(WRONG_CODE);
  await confirm().click();
  await see(dialog().getByText('This code is wrong or has expired.'));
  await expectAccessibleInBothThemes();
  await code.fill(CODE);
  await confirm().click();
  await isDeleted(workspace);
  const [mailed] = server().asked.filter(({ path }) => path === '/auth/v1/otp');
  expect(mailed?.body).toMatchObject({ email, create_user: false });
});
