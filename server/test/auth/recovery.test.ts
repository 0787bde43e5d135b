import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import {
  forgetMails,
  fragment,
  linkIn,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  send,
  signUp,
} from './auth-client.ts';

const server = useTestServer();

describe('a forgotten password', () => {
  test('is replaced through the link, from any device, as the reset screen does it', async () => {
    const { email, accessToken: before } = await signUp(server());
    const redirectTo = `${server().config.siteUrl}/auth/reset-password`;
    const { error } = await newClient(server()).auth.resetPasswordForEmail(email, { redirectTo });
    expect(error).toBeNull();
    const mail = await server().mailTo(email);
    expect(mail.subject).toBe('Reset your password');
    const target = await openLink(server(), mail);
    expect(target.href).toMatch(`${redirectTo}#access_token=`);
    const tokens = fragment(target);
    expect(tokens).toMatchObject({ type: 'recovery', token_type: 'bearer', expires_in: '3600' });
    expect(Number(tokens.expires_at)).toBeGreaterThan(Date.now() / 1000);

    const changed = await send(server(), '/user', {
      method: 'PUT',
      bearer: tokens.access_token ?? '',
      body: { password: 'a new password' },
    });
    expect(changed.status).toBe(200);
    const old = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe('invalid_credentials');
    const fresh = await newClient(server()).auth.signInWithPassword({ email, password: 'a new password' });
    expect(fresh.error).toBeNull();
    // The new password ends sessions of the old one; the reset screen stays signed in.
    expect((await send(server(), '/user', { bearer: before })).status).toBe(403);
    expect((await send(server(), '/user', { bearer: tokens.access_token ?? '' })).status).toBe(200);
  });

  test('works in a client that asked for a code', async () => {
    const { email } = await signUp(server());
    const client = newClient(server(), 'pkce');
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => events.push(event));
    await client.auth.resetPasswordForEmail(email);
    const target = await openLink(server(), await server().mailTo(email));
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(events).toContain('PASSWORD_RECOVERY');
  });

  test('has a code that expires after five minutes', async () => {
    const { email, userId } = await signUp(server());
    const client = newClient(server(), 'pkce');
    await client.auth.resetPasswordForEmail(email);
    const target = await openLink(server(), await server().mailTo(email));
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.flow_state set auth_code_issued_at = auth_code_issued_at - interval '301 seconds'
          where user_id = $1`,
        values: [userId],
      }),
    );
    const { error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  test('gives one session when a code is exchanged twice at once', async () => {
    const { email } = await signUp(server());
    const code_verifier = 'a-plain-verifier-of-at-least-forty-three-characters';
    const body = { email, code_challenge: code_verifier, code_challenge_method: 'plain' };
    expect((await send(server(), '/recover', { body })).status).toBe(200);
    const target = await openLink(server(), await server().mailTo(email));
    const exchange = { auth_code: target.searchParams.get('code'), code_verifier };
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(server(), '/token?grant_type=pkce', { body: exchange })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('has a link for one hour', async () => {
    const { email } = await signUp(server());
    await newClient(server()).auth.resetPasswordForEmail(email);
    await server().idle();
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.one_time_tokens set expires_at = expires_at - interval '1 hour' where relates_to = $1`,
        values: [email],
      }),
    );
    const target = await openLink(server(), await server().mailTo(email));
    expect(fragment(target).error_code).toBe('otp_expired');
  });

  test('has a link that stops working when the password is changed otherwise', async () => {
    const { email, client } = await signUp(server());
    await newClient(server()).auth.resetPasswordForEmail(email);
    await server().idle();
    await client.auth.updateUser({ current_password: PASSWORD, password: 'changed meanwhile' });
    const target = await openLink(server(), await server().mailTo(email));
    expect(fragment(target).error_code).toBe('otp_expired');
  });

  test('is mailed about once a minute, and only to those who have an account', async () => {
    const { email } = await signUp(server());
    const request = (address: string) => send(server(), '/recover', { body: { email: address } });
    expect((await request(email)).status).toBe(200);
    const early = await request(email);
    expect(early.status).toBe(429);
    expect(await early.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' });
    await forgetMails(server());
    await server().idle();
    const [one, two] = await Promise.all([request(email), request(email.toUpperCase())]);
    expect([one.status, two.status].sort()).toEqual([200, 429]);
    expect(await server().mailsTo(email)).toHaveLength(2);

    const stranger = newAddress();
    const unknown = await request(stranger);
    expect(unknown.status).toBe(200);
    expect(await unknown.json()).toEqual({});
    expect((await request(stranger)).status).toBe(429);
    expect(await server().mailsTo(stranger)).toHaveLength(0);
  });

  test.each([
    [{}],
    [{ email: 'nonsense' }],
    [{ email: 'a@example.com', code_challenge: 'short', code_challenge_method: 's256' }],
    [{ email: 'a@example.com', code_challenge: 'c'.repeat(43), code_challenge_method: 'md5' }],
  ])('refuses %j', async (body) => {
    expect((await send(server(), '/recover', { body })).status).toBe(400);
  });

  test('gives nothing to a guessed or shortened token', async () => {
    const { email } = await signUp(server());
    await newClient(server()).auth.resetPasswordForEmail(email);
    const token = linkIn(await server().mailTo(email)).searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const guess of [token.slice(1), `${token}x`, 'pkce_', '%', "' or true --"]) {
      const response = await send(server(), '/verify', { body: { token_hash: guess, type: 'recovery' } });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: 'otp_expired' });
    }
  });
});
