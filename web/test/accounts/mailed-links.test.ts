/** The screens behind mailed links: the dashboard, a new password, a switch of accounts, an expired link. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, press, says, see } from '../support/person/person.ts';
import { json, noContent, on } from '../support/server/answers.ts';
import { refused } from '../support/server/auth.ts';
import { server } from '../support/server/server.ts';
import { newSession, type Person, person } from '../support/server/session.ts';
import { signedIn } from '../support/server/workspace.ts';

/** The address to which the server sends a browser on from a link of this type. */
function landing(type: string, who: Person, query = ''): string {
  const { access_token, refresh_token, user } = newSession(who);
  // The client asks for the account of the session that a link brings.
  server().say(({ method, path, headers }) =>
    `${method} ${path}` === 'GET /auth/v1/user' && headers.get('authorization') === `Bearer ${access_token}`
      ? json(user)
      : undefined,
  );
  return `/auth/confirm${query}#${new URLSearchParams({ access_token, refresh_token, type })}`;
}

/** Somebody who is signed in nowhere, and has a password or none. */
function somebody(fullName: string, hasPassword = true): Person {
  const { owner } = signedIn({ fullName });
  localStorage.removeItem('trellis-auth');
  server().say(on('POST /rest/v1/rpc/has_password', () => json(hasPassword)));
  return owner;
}

const addressHasNoToken = () => expect(location.href).not.toMatch(/token|code=|type=/);

async function choosePassword(word: string): Promise<void> {
  await page.getByLabelText('New password', { exact: true }).fill(word);
  await page.getByLabelText('Confirm new password').fill(word);
  await press('Enter');
}

test('an operator’s invitation leads to choosing a password, and in', async () => {
  const owner = somebody('Invited Person', false);
  server().say(on('PUT /auth/v1/user', () => json(newSession(owner).user)));
  await openApp(landing('invite', owner));
  await see(page.getByRole('heading', { name: 'Choose a password' }));
  await see(page.getByText(owner.email));
  addressHasNoToken();
  await expectAccessibleInBothThemes();
  await choosePassword('correct horse 1');
  await at('/dashboard');
  expect(server().asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    password: 'correct horse 1',
  });
});

test('a link to sign in leads to the dashboard, or to its own target', async () => {
  const owner = somebody('Linked Person');
  await openApp(landing('magiclink', owner));
  await at('/dashboard');
  await see(button('Account: Linked Person'));
  await openApp(landing('magiclink', owner, '?next=/dashboard/organizations'));
  await at('/dashboard/organizations');
});

test('a link of another account asks before it switches accounts', async () => {
  const { owner } = signedIn({ fullName: 'Linked Person' });
  const other = person('Other Person');
  server().say(
    on('POST /rest/v1/rpc/has_password', () => json(true)),
    on('POST /auth/v1/logout', noContent),
  );
  const asks = async () => {
    await openApp(landing('magiclink', other));
    await see(page.getByRole('heading', { name: 'Switch accounts?' }));
  };
  await asks();
  await says(page.getByRole('main'), `You are signed in as ${owner.email}. This link is for ${other.email}.`);
  addressHasNoToken();
  await expectAccessibleInBothThemes();
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await see(button('Account: Linked Person'));
  // The session of the link is not left behind.
  await expect.poll(() => server().asked.filter(({ path }) => path === '/auth/v1/logout')).toHaveLength(1);
  await asks();
  await button('Switch accounts').click();
  await at('/dashboard');
  await expect
    .poll(() => JSON.parse(localStorage.getItem('trellis-auth') ?? '{}').user?.email)
    .toBe(other.email);
});

test('a recovery by a hash, as in a mail of the operator’s own, leads to the new password', async () => {
  const owner = somebody('Recovering Person');
  const session = newSession(owner);
  server().say(
    on('POST /auth/v1/verify', () => json(session)),
    on('GET /auth/v1/user', () => json(session.user)),
    on('PUT /auth/v1/user', () => json(session.user)),
  );
  await openApp('/auth/confirm?token_hash=abc&type=recovery');
  await see(page.getByRole('heading', { name: 'Reset your password' }));
  addressHasNoToken();
  await expectAccessibleInBothThemes();
  // A scanner that runs scripts, and clicks nothing, uses nothing up.
  expect(server().asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  await button('Continue').click();
  await at('/auth/reset-password');
  await see(page.getByRole('heading', { name: 'Set a new password' }));
  addressHasNoToken();
  expect(server().asked[0]?.body).toEqual({ type: 'recovery', token_hash: 'abc' });
  await choosePassword('another horse 2');
  await see(page.getByRole('heading', { name: 'Password updated' }));
});

test('a confirmed address leads a visitor to signing in, and a spent link to another mail', async () => {
  await openApp('/auth/confirm?code=of-another-browser');
  await see(page.getByRole('heading', { name: 'Email confirmed' }));
  await expectAccessibleInBothThemes();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await at('/auth/login');

  await openApp('/auth/confirm#error=access_denied&error_code=otp_expired');
  await see(page.getByRole('heading', { name: 'Link expired' }));
  await see(page.getByText('This confirmation link is invalid or has expired.'));
  server().say(on('POST /auth/v1/verify', () => refused(403, 'otp_expired')));
  await openApp('/auth/confirm?token_hash=abc&type=magiclink');
  await button('Continue').click();
  await see(page.getByRole('heading', { name: 'Link expired' }));
});

test('whoever gets an account that a stranger had made reads so, and goes on from there', async () => {
  const owner = somebody('Rightful Person');
  await openApp(landing('magiclink', owner, '?next=/dashboard/organizations&notice=account_claimed'));
  await see(page.getByRole('heading', { name: 'This account is yours now' }));
  await expectAccessibleInBothThemes();
  await page.getByRole('link', { name: 'Continue' }).click();
  await at('/dashboard/organizations');
});

test('a provider that sends no verified address is said to', async () => {
  for (const [fault, sentence] of [
    ['absent', 'your provider sent no email address.'],
    ['unstated', 'your provider does not say whether your email address is verified.'],
    ['<b>', 'your provider has not verified your email address.'],
  ] as const) {
    const reason = new URLSearchParams({ error_reason: fault, error_description: 'Pay here' });
    await openApp(`/auth/confirm?error_code=provider_email_needs_verification&${reason}`);
    await see(page.getByRole('alert').getByText(sentence));
  }
  await expectAccessibleInBothThemes();
});
