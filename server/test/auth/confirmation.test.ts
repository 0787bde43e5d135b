import { describe, expect, test } from 'vitest';
import { startTestServer, useTestServer } from '../support/test-server.ts';
import {
  countRows,
  forgetMails,
  fragment,
  linkIn,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  send,
} from './auth-client.ts';

const server = useTestServer({ auth: { emailConfirmation: true, signup: { kind: 'open' } } });

/** An account that is waiting for its holder to open the mail. */
async function register(emailRedirectTo?: string): Promise<string> {
  const email = newAddress();
  const { data, error } = await newClient(server()).auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: '<b>Eve</b>' }, ...(emailRedirectTo ? { emailRedirectTo } : {}) },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  return email;
}

describe('a new account', () => {
  test('gets a mail and no session', async () => {
    const email = newAddress();
    const { data } = await newClient(server()).auth.signUp({ email, password: PASSWORD });
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [{ provider: 'email' }] });
    expect(data.user?.confirmation_sent_at).toBeDefined();
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const mail = await server().mailTo(email);
    expect(mail.subject).toBe('Confirm your email address');
    const link = linkIn(mail);
    expect(`${link.origin}${link.pathname}`).toBe(`${server().config.siteUrl}/auth/v1/verify`);
    expect(link.searchParams.get('type')).toBe('signup');
    expect(mail.html).toContain('href="http');
  });

  test('cannot be used before its address is confirmed', async () => {
    const email = await register();
    const { error } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    expect(error?.message).toBe('Email not confirmed');
  });

  test('has a mail that shows nothing the stranger wrote', async () => {
    const mail = await server().mailTo(await register());
    expect(`${mail.text}${mail.html}`).not.toContain('Eve');
  });
});

describe('the confirmation link', () => {
  test('signs its opener in, once', async () => {
    const email = await register(`${server().config.siteUrl}/auth/confirm?from=mail`);
    const mail = await server().mailTo(email);
    const target = await openLink(server(), mail);
    expect(target.href).toMatch(`${server().config.siteUrl}/auth/confirm?from=mail#`);
    const tokens = fragment(target);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' });
    const client = newClient(server());
    const { data } = await client.auth.setSession({
      access_token: tokens.access_token ?? '',
      refresh_token: tokens.refresh_token ?? '',
    });
    expect(data.user).toMatchObject({
      email,
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect(await (await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();

    const again = await openLink(server(), mail);
    expect(fragment(again)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('lets one of two openers at the same time in', async () => {
    const mail = await server().mailTo(await register());
    const targets = await Promise.all([1, 2, 3].map(() => openLink(server(), mail)));
    const entered = targets.filter((target) => fragment(target).access_token !== undefined);
    expect(entered).toHaveLength(1);
  });

  test('is not used up by a mail program that looks where it leads', async () => {
    const mail = await server().mailTo(await register());
    const link = linkIn(mail);
    const ahead = await fetch(`${server().url}${link.pathname}${link.search}`, { method: 'HEAD' });
    expect(ahead.status).toBe(405);
    expect(fragment(await openLink(server(), mail)).access_token).toBeDefined();
  });

  test('leads only to this site', async () => {
    const { siteUrl } = server().config;
    const { host } = new URL(siteUrl);
    for (const target of [
      'https://evil.example/',
      `${siteUrl}.evil.example/`,
      `http://evil.example\\@${host}/`,
      `http://user@${host}/`,
      `https://${host}/`,
      `//${host}/path`,
      'javascript:alert(1)',
      'not an address',
    ]) {
      const mail = await server().mailTo(await register(target));
      expect((await openLink(server(), mail)).origin).toBe(siteUrl);
    }
    const link = linkIn(await server().mailTo(await register()));
    link.searchParams.set('redirect_to', 'https://evil.example/');
    expect((await openLink(server(), link)).href).toMatch(`${siteUrl}/#access_token=`);
  });

  test('expires after a day', async () => {
    const email = await register();
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.one_time_tokens set expires_at = expires_at - interval '24 hours'
          where relates_to = $1`,
        values: [email],
      }),
    );
    const target = await openLink(server(), await server().mailTo(email));
    expect(fragment(target).error_code).toBe('otp_expired');
    const unconfirmed = 'select from auth.users where email = $1 and email_confirmed_at is null';
    expect(await countRows(server(), unconfirmed, [email])).toBe(1);
  });

  test.each(['recovery', 'email_change', 'nonsense', 'constructor'])('is no %s link', async (type) => {
    const link = linkIn(await server().mailTo(await register()));
    link.searchParams.set('type', type);
    const response = await fetch(`${server().url}${link.pathname}${link.search}`, { redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(/#error=/);
  });

  test('says so when parts are missing', async () => {
    for (const query of ['', '?type=signup', '?token=abc']) {
      const response = await fetch(`${server().url}/auth/v1/verify${query}`, { redirect: 'manual' });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
    }
  });

  test('leads a client that asked for a code to a code, which only that client can exchange', async () => {
    const email = newAddress();
    const client = newClient(server(), 'pkce');
    await client.auth.signUp({ email, password: PASSWORD });
    const target = await openLink(server(), await server().mailTo(email));
    expect(target.hash).toBe('');
    const code = target.searchParams.get('code') ?? '';

    const body = { auth_code: code, code_verifier: 'v'.repeat(56) };
    const stolen = await send(server(), '/token?grant_type=pkce', { body });
    expect(stolen.status).toBe(400);
    expect(await stolen.json()).toMatchObject({ error_code: 'bad_code_verifier' });
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await send(server(), '/token?grant_type=pkce', { body });
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' });
  });

  test('leads a client that asked for a code to an error in the query, when it is used up', async () => {
    const email = newAddress();
    await newClient(server(), 'pkce').auth.signUp({ email, password: PASSWORD });
    const mail = await server().mailTo(email);
    await openLink(server(), mail);
    const { searchParams } = await openLink(server(), mail);
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('error_code')).toBe('otp_expired');
  });
});

describe('verifying by POST', () => {
  test('takes the token as hash, or with the address', async () => {
    const first = await register();
    const token_hash = linkIn(await server().mailTo(first)).searchParams.get('token') ?? '';
    const byHash = await newClient(server()).auth.verifyOtp({ token_hash, type: 'email' });
    expect(byHash.error).toBeNull();
    expect(byHash.data.user?.email).toBe(first);

    const second = await register();
    const token = linkIn(await server().mailTo(second)).searchParams.get('token') ?? '';
    const other = await newClient(server()).auth.verifyOtp({ email: first, token, type: 'signup' });
    expect(other.error).toMatchObject({ status: 403, code: 'otp_expired' });
    expect(other.error?.message).toBe('Token has expired or is invalid');
    const own = await newClient(server()).auth.verifyOtp({ email: second, token, type: 'signup' });
    expect(own.data.session).not.toBeNull();
  });

  test.each([
    [{ token_hash: 'abc' }],
    [{ type: 'signup' }],
    [{ type: 'signup', token: 'abc' }],
    [{ type: 'signup', token: 'abc', token_hash: 'abc' }],
    [{ type: 'signup', token_hash: 'abc', email: 'a@example.com' }],
    [{ type: 'nonsense', token_hash: 'abc' }],
  ])('refuses %j', async (body) => {
    const response = await send(server(), '/verify', { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  test('asks for an API key, unlike the link', async () => {
    const response = await fetch(`${server().url}/auth/v1/verify`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
  });
});

describe('signing up with an address that is taken', () => {
  test('looks like a new account, changes nothing and tells nothing', async () => {
    const email = await register();
    await openLink(server(), await server().mailTo(email));
    await forgetMails(server());
    const { data, error } = await newClient(server()).auth.signUp({
      email,
      password: 'somebody else',
      options: { data: { full_name: 'Mallory' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [], user_metadata: { full_name: 'Mallory' } });
    expect(await countRows(server(), 'select from auth.users where id = $1', [data.user?.id])).toBe(0);
    // The mail tells the holder (codes/otp.test.ts); the response does not tell the caller.
    expect(await server().mailsTo(email)).toHaveLength(2);
    const { error: old } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(old).toBeNull();
  });

  test('sends the link again when it is unconfirmed, and keeps no password that may be a stranger’s', async () => {
    const email = await register();
    await forgetMails(server());
    await newClient(server()).auth.signUp({ email, password: 'somebody else' });
    const [newest, ...older] = await server().mailsTo(email);
    expect(older).toHaveLength(1);
    if (!newest || !older[0]) throw new Error('A mail is missing.');
    expect(fragment(await openLink(server(), older[0])).error_code).toBe('otp_expired');
    expect(fragment(await openLink(server(), newest)).access_token).toBeDefined();
    for (const password of ['somebody else', PASSWORD]) {
      const { error } = await newClient(server()).auth.signInWithPassword({ email, password });
      expect(error?.code).toBe('invalid_credentials');
    }
  });
});

describe('asking for the link again', () => {
  test('sends one a minute at most', async () => {
    const email = await register();
    const early = await newClient(server()).auth.resend({ type: 'signup', email });
    expect(early.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(early.error?.message).toMatch(
      /^For security purposes, you can only request this after [1-6]?\d seconds\.$/,
    );
    await forgetMails(server());
    expect((await newClient(server()).auth.resend({ type: 'signup', email })).error).toBeNull();
    expect(await server().mailsTo(email)).toHaveLength(2);
  });

  test('tells nothing of unknown and of confirmed addresses', async () => {
    const email = await register();
    await openLink(server(), await server().mailTo(email));
    await forgetMails(server());
    for (const address of [email, newAddress()]) {
      const ask = () => send(server(), '/resend', { body: { type: 'signup', email: address } });
      const response = await ask();
      expect([response.status, await response.json()]).toEqual([200, {}]);
      // Nor does the second time tell, within the minute.
      expect((await ask()).status).toBe(429);
    }
    expect(await server().mailsTo(email)).toHaveLength(1);
  });

  test.each([
    [{ type: 'recovery', email: 'a@example.com' }],
    [{ type: 'signup' }],
    [{ type: 'signup', email: 'nonsense' }],
  ])('refuses %j', async (body) => {
    expect((await send(server(), '/resend', { body })).status).toBe(400);
  });
});

test('a link leads where the operator allows, as it was mailed and as it was changed', async () => {
  const redirectUrls = ['https://*.example.org/**'];
  await using allowing = await startTestServer({ auth: { emailConfirmation: true, redirectUrls } });
  for (const [emailRedirectTo, expected] of [
    ['https://app.example.org/welcome?from=mail', 'https://app.example.org/welcome?from=mail#access_token='],
    ['https://evil.example/welcome', `${allowing.config.siteUrl}/#access_token=`],
  ] as const) {
    const email = newAddress();
    const options = { emailRedirectTo };
    await newClient(allowing).auth.signUp({ email, password: PASSWORD, options });
    const target = await openLink(allowing, await allowing.mailTo(email));
    expect(target.href.startsWith(expected)).toBe(true);
  }
});
