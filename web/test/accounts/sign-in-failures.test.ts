/** Every way in which signing in, signing up and resetting a password can fail, and the sentence that a person reads. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { alert, at, button, focused, gone, press, says, see, text } from '../support/person/person.ts';
import { broken, cut, json, on } from '../support/server/answers.ts';
import { portal, refused } from '../support/server/auth.ts';
import { server } from '../support/server/server.ts';
import { newSession } from '../support/server/session.ts';
import { signedIn } from '../support/server/workspace.ts';

const NETWORK = 'Unable to connect to the server. Please check your internet connection and try again.';

const email = () => page.getByLabelText('Email');
const password = () => page.getByLabelText('Password', { exact: true });
const newPassword = () => page.getByLabelText('New password', { exact: true });

async function trySigningIn(address = 'ada@example.com', word = 'a password'): Promise<void> {
  await openApp('/auth/login');
  await email().fill(address);
  await password().fill(word);
  await button('Sign in').click();
}

async function trySigningUp(address = 'ada@example.com', word = 'a password'): Promise<void> {
  await openApp('/auth/signup');
  await page.getByLabelText('Full name').fill('Ada Lovelace');
  await email().fill(address);
  await password().fill(word);
  await page.getByLabelText('Confirm password').fill(word);
  await button('Create account').click();
}

async function askForReset(): Promise<void> {
  await openApp('/auth/forgot-password');
  await email().fill('ada@example.com');
  await button('Send reset link').click();
}

async function openReset(): Promise<void> {
  await openApp('/auth/reset-password#access_token=a.b.c&refresh_token=r&type=recovery');
  // Nobody copies tokens from the address bar.
  await expect.poll(() => location.href).toMatch(/\/auth\/reset-password$/);
}

async function submitReset(word = 'another password', confirmation = word): Promise<void> {
  await newPassword().fill(word);
  await page.getByLabelText('Confirm new password').fill(confirmation);
  await button('Set new password').click();
}

/** The link is good. */
const userIsKnown = on('GET /auth/v1/user', () => json({ id: crypto.randomUUID() }));

test('a refused sign-in keeps its fields, and its sentence goes with the next key', async () => {
  server().say(
    on('POST /auth/v1/token', () => refused(400, 'invalid_credentials', 'Invalid login credentials')),
  );
  await trySigningIn('ada@example.com', 'not the password');
  await text(alert(), 'Invalid email or password. Please check your credentials and try again.');
  await expect.element(email()).toHaveValue('ada@example.com');
  await expect.element(password()).toHaveValue('not the password');
  (await password().findElement()).focus();
  await press('x');
  await gone(alert());
});

test('a server closed to new accounts, and one with too many requests, say so', async () => {
  server().say(
    on('POST /auth/v1/signup', () => refused(422, 'signup_disabled')),
    on('POST /auth/v1/token', () => refused(429, 'over_request_rate_limit')),
  );
  await trySigningUp();
  await text(alert(), 'Account registration is currently disabled. Please contact support.');
  await trySigningIn();
  await text(alert(), 'Too many requests. Please wait a moment and try again.');
});

test('long passwords, Unicode names and tagged addresses are sent as they are', async () => {
  const word = 'pässwörd 🌿 '.repeat(20).slice(0, 200);
  const { owner } = signedIn({ fullName: 'Zoë 🌿 山田' });
  localStorage.removeItem('trellis-auth');
  const session = newSession(owner);
  server().say(on('POST /auth/v1/signup', () => json(session)));
  await openApp('/auth/signup');
  await page.getByLabelText('Full name').fill('Zoë 🌿 山田');
  await email().fill('Zoe.Tag+Notes@Example.COM');
  await password().fill(word);
  await page.getByLabelText('Confirm password').fill(word);
  await button('Create account').click();
  await at('/dashboard');
  await see(button('Account: Zoë 🌿 山田'));
  expect(server().asked.find(({ path }) => path === '/auth/v1/signup')?.body).toMatchObject({
    email: 'zoe.tag+notes@example.com',
    password: word,
    data: { full_name: 'Zoë 🌿 山田' },
  });
});

test('a taken address leads to signing in', async () => {
  server().say(
    on('POST /auth/v1/signup', () => refused(422, 'user_already_exists', 'User already registered')),
  );
  await trySigningUp(' ADA@EXAMPLE.COM ');
  await says(alert(), 'An account with this email address already exists.');
  expect(server().asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    email: 'ada@example.com',
  });
  await expectAccessibleInBothThemes();
  await page.getByRole('link', { name: 'Sign in instead' }).click();
  await at('/auth/login');
});

test('an invalid field says why, and gets the focus', async () => {
  await trySigningIn('ada@example', '12345');
  await see(page.getByText('Please enter a valid email address.'));
  await see(page.getByText('Password must be at least 6 characters long.'));
  await focused(email());
  await expect.element(email()).toHaveAccessibleDescription('Please enter a valid email address.');

  await trySigningUp('ada@example.com', '12345');
  await focused(password());
  await page.getByLabelText('Confirm password').fill('123456');
  await see(page.getByText('Passwords do not match'));
  await expect.element(button('Create account')).toBeDisabled();
  expect(server().asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('fields are filled by password managers, shown on demand, and warn of Caps Lock', async () => {
  await openApp('/auth/signup');
  await expect.element(email()).toHaveAttribute('autocomplete', 'username');
  await expect.element(password()).toHaveAttribute('autocomplete', 'new-password');
  await password().fill('secret');
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await expect.element(password()).toHaveAttribute('type', 'text');
  const key = (type: string, init: KeyboardEventInit) =>
    password()
      .element()
      .dispatchEvent(new KeyboardEvent(type, { bubbles: true, ...init }));
  key('keydown', { key: 'A', modifierCapsLock: true });
  await see(page.getByText('Caps Lock is on.'));
  key('keyup', { key: 'a' });
  await gone(page.getByText('Caps Lock is on.'));
  await openApp('/auth/login');
  await expect.element(password()).toHaveAttribute('autocomplete', 'current-password');
});

test('an invalid link is found out before a password is typed', async () => {
  server().say(on('GET /auth/v1/user', () => refused(403, 'bad_jwt', 'invalid JWT')));
  await openReset();
  await see(page.getByRole('heading', { name: 'Invalid reset link' }));
  await text(
    alert(),
    'This password reset link is invalid or has expired. Please request a new password reset.',
  );
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await at('/auth/forgot-password');
  await openApp('/auth/reset-password');
  await see(page.getByRole('heading', { name: 'Invalid reset link' }));
});

test('each failure of a reset has words of its own', async () => {
  server().say(userIsKnown);
  await openReset();
  await submitReset('12345');
  await says(alert(), 'Password Too Weak');
  await says(alert(), 'Password must be at least 6 characters long.');
  await focused(newPassword());

  await submitReset('123456', '1234567');
  await says(alert(), "Passwords Don't Match");
  await says(alert(), 'Passwords do not match. Please make sure both passwords are identical.');
  await focused(page.getByLabelText('Confirm new password'));

  server().say(on('PUT /auth/v1/user', () => refused(403, 'user_not_found', 'User does not exist')));
  await submitReset();
  await says(alert(), 'Reset Failed');
  await says(alert(), 'No account found with this email address.');
});

test('a reset whose session ends meanwhile asks for a new link', async () => {
  server().say(
    userIsKnown,
    on('PUT /auth/v1/user', () => refused(403, 'session_not_found', 'Session does not exist')),
  );
  await openReset();
  await submitReset();
  await says(alert(), 'Reset Link Expired');
  await says(alert(), 'Your session has expired. Please sign in again.');
  await see(alert().getByRole('link', { name: 'Request a new link' }));
  await expectAccessibleInBothThemes();
});

test('a server gone in mid-request is reported, and the next try goes through', async () => {
  const restore = server().say(cut);
  await trySigningIn();
  await text(alert(), NETWORK);
  await trySigningUp();
  await text(alert(), NETWORK);
  await askForReset();
  await text(alert(), NETWORK);
  await openReset();
  await submitReset();
  await says(alert(), 'Connection Error');
  await says(alert(), NETWORK);
  restore();
  server().say(on('PUT /auth/v1/user', () => refused(403, 'bad_jwt', 'invalid JWT')));
  await button('Set new password').click();
  await says(alert(), 'Reset Link Expired');
  await says(alert(), 'Invalid or malformed authentication token.');
});

test('an answer of another program in the server’s place is no success', async () => {
  server().say(portal);
  await trySigningIn();
  await text(alert(), 'Sign in failed. Please check your credentials.');
  await trySigningUp();
  await text(alert(), 'Sign up failed. Please try again.');
  await openReset();
  await submitReset();
  await says(alert(), 'Reset Failed');
  await says(alert(), 'Password update failed. Please try again.');
  server().say(on('POST /auth/v1/recover', broken));
  await askForReset();
  await text(alert(), 'HTTP 500');
});

test('a missing answer is given up after its time', async () => {
  const { promise: noAnswer, reject: cutOff } = Promise.withResolvers<Response>();
  server().say(() => noAnswer);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const givesUp = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms - 1000);
    await gone(alert());
    await vi.advanceTimersByTimeAsync(1000);
    await says(alert(), `Operation timed out after ${ms}ms`);
  };
  await trySigningIn();
  await see(button('Signing in…'));
  await givesUp(10_000);
  await trySigningUp();
  await see(button('Creating account…'));
  await givesUp(15_000);
  await askForReset();
  await see(button('Sending…'));
  await givesUp(10_000);
  await openReset();
  await see(page.getByRole('heading', { name: 'Verifying your link…' }));
  await vi.advanceTimersByTimeAsync(5000);
  await submitReset();
  await see(button('Saving…'));
  await givesUp(10_000);
  // As when the page is left: the auth client, which the next test goes on with, waits for none of them any more.
  cutOff(new DOMException('The page was left.', 'AbortError'));
});

test('a visitor without a session is sent to the sign-in screen and brought back', async () => {
  const workspace = signedIn();
  localStorage.removeItem('trellis-auth');
  const session = newSession(workspace.owner);
  server().say(on('POST /auth/v1/token', () => json(session)));
  await openApp('/dashboard/organizations');
  await at('/auth/login');
  await email().fill(workspace.owner.email);
  await password().fill('correct horse 1');
  await button('Sign in').click();
  await at('/dashboard/organizations');
  await text(page.getByRole('heading', { level: 1 }), 'Organizations');
});
