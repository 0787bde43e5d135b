/** Addresses that wait to be confirmed: of a new account and of one that changes its address. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, gone, says, see, seeToast, toast } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { type Answerer, json, on } from '../support/server/answers.ts';
import { refused } from '../support/server/auth.ts';
import { CODE, WRONG_CODE } from '../support/server/authenticator.ts';
import { server } from '../support/server/server.ts';
import { newSession, type Person } from '../support/server/session.ts';
import { signedIn } from '../support/server/workspace.ts';

const codeField = () => page.getByLabelText('Code from the email');

/** Takes one code for this person. */
const takesCode = (of: () => Person): Answerer =>
  on('POST /auth/v1/verify', ({ body }) => {
    if ((body as { token: string }).token !== CODE) return refused(403, 'otp_expired');
    const session = newSession(of());
    return json(session);
  });

test('the mailed code finishes a sign-up, and a wrong one is refused', async () => {
  const { owner } = signedIn({ fullName: 'Typing Person' });
  localStorage.removeItem('trellis-auth');
  server().say(
    on('POST /auth/v1/signup', () => json({ ...newSession(owner).user, email_confirmed_at: null })),
    on('HEAD /dev/mail', () => new Response(null, { status: 404 })),
    takesCode(() => owner),
  );
  await openApp('/auth/signup');
  await page.getByLabelText('Full name').fill(owner.fullName);
  await page.getByLabelText('Email').fill(owner.email);
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabelText(label, { exact: true }).fill('correct horse 1');
  await button('Create account').click();
  await see(page.getByRole('heading', { name: 'Check your email' }));
  await gone(page.getByText('This Trellis has no mail server.'));
  await codeField().fill(WRONG_CODE);
  await see(page.getByText('This code is wrong or has expired.'));
  await expectAccessibleInBothThemes();
  await codeField().fill(CODE);
  await at('/dashboard');
  await see(button('Account: Typing Person'));
  expect(server().asked.find(({ path }) => path === '/auth/v1/verify')?.body).toMatchObject({
    type: 'signup',
    email: owner.email,
  });
});

test('an unconfirmed account gets another mail where it cannot sign in, within limits', async () => {
  server().say(
    on('POST /auth/v1/token', () => refused(400, 'email_not_confirmed')),
    on('POST /auth/v1/resend', () => json({})),
  );
  await openApp('/auth/login');
  await page.getByLabelText('Email').fill('ada@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('correct horse 1');
  await button('Sign in').click();
  await says(
    page.getByRole('alert'),
    'Please check your email and click the confirmation link before signing in.',
  );
  await expectAccessibleInBothThemes();
  const resend = button('Resend confirmation email');
  await resend.click();
  await see(page.getByText('Sent. Please check your email.'));
  expect(server().asked.at(-1)?.body).toMatchObject({ type: 'signup', email: 'ada@example.com' });
  server().say(on('POST /auth/v1/resend', () => refused(429, 'over_email_send_rate_limit')));
  await resend.click();
  await see(page.getByText('Too many requests. Please wait a moment and try again.'));
});

test('a changed address waits for its mail, whose code confirms it', async () => {
  const workspace = signedIn({ fullName: 'Moving Person' });
  const moved = { ...workspace.owner, email: 'moved@example.com' };
  server().say(...accountOf(workspace));
  server().say(
    on('PUT /auth/v1/user', () => json({ ...newSession(workspace.owner).user, new_email: moved.email })),
    takesCode(() => moved),
  );
  await openApp('/dashboard/settings');
  await button('Edit Email Address').click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill(' MOVED@example.com');
  await page.getByLabelText('Current password').fill('correct horse 1');
  await button('Save').click();
  await seeToast('Email verification sent', 'Please check your new email to verify the change');
  await see(page.getByText('(Verification pending)'));
  await expectAccessibleInBothThemes();
  await codeField().fill(WRONG_CODE);
  await see(page.getByText('This code is wrong or has expired.'));
  await codeField().fill(CODE);
  await see(toast('Email address changed'));
  await gone(codeField());
  await gone(page.getByText('(Verification pending)'));
  await see(page.getByRole('main').getByText(moved.email).first());
});
