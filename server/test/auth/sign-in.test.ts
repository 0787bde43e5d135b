import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { countRows, newAddress, newClient, PASSWORD, send, signUp } from './auth-client.ts';

const server = useTestServer();

describe('signing in with a password', () => {
  test('gives a new session beside the first', async () => {
    const { email, userId, accessToken } = await signUp(server());
    const { data, error } = await newClient(server()).auth.signInWithPassword({
      email: ` ${email.toUpperCase()}`,
      password: PASSWORD,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: userId, email });
    expect((await send(server(), '/user', { bearer: accessToken })).status).toBe(200);
  });

  test('ends the one of five hundred sessions that was not used for longest', async () => {
    const { email, userId, accessToken } = await signUp(server());
    await server().database.asOwner(async (transaction) => {
      await transaction.query({
        text: `insert into auth.sessions (user_id, refresh_token_hmac_key, refreshed_at, created_at)
          select $1, 'key', nullif(now() - make_interval(mins => n), now() - interval '499 minutes'), now() - interval '1 day'
          from generate_series(1, 499) as n`,
        values: [userId],
      });
    });
    const own = 'select from auth.sessions where user_id = $1';
    expect(await countRows(server(), own, [userId])).toBe(500);
    expect(
      (await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull();
    expect(await countRows(server(), own, [userId])).toBe(500);
    expect(await countRows(server(), `${own} and refreshed_at is null`, [userId])).toBe(2);
    expect((await send(server(), '/user', { bearer: accessToken })).status).toBe(200);
  });

  test('says the same for a wrong password and an unknown address', async () => {
    const { email } = await signUp(server());
    for (const credentials of [
      { email, password: 'wrong' },
      { email, password: '' },
      { email: newAddress(), password: PASSWORD },
      { email: 'not an address', password: PASSWORD },
    ]) {
      const { error } = await newClient(server()).auth.signInWithPassword(credentials);
      expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
      expect(error?.message).toBe('Invalid login credentials');
    }
  });

  test('is closed to an account without a password, and to a banned one', async () => {
    const { email, refreshToken, accessToken } = await signUp(server());
    const change = (assignment: string) =>
      server().database.asOwner((transaction) =>
        transaction.query({ text: `update auth.users set ${assignment} where email = $1`, values: [email] }),
      );
    await change(`banned_until = now() + interval '1 hour'`);
    const banned = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(banned.error).toMatchObject({ status: 400, code: 'user_banned' });
    const refreshed = await newClient(server()).auth.refreshSession({ refresh_token: refreshToken });
    expect(refreshed.error).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await send(server(), '/user', { bearer: accessToken })).status).toBe(403);
    await change('banned_until = null, encrypted_password = null');
    const withoutOne = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(withoutOne.error?.code).toBe('invalid_credentials');
  });

  test.each([
    ['nothing', '?grant_type=password', {}, 400, 'validation_failed'],
    ['a phone', '?grant_type=password', { phone: '1', password: 'x' }, 422, 'phone_provider_disabled'],
    ['no grant', '', { email: 'a@example.com', password: PASSWORD }, 400, 'invalid_credentials'],
    ['an unknown grant', '?grant_type=constructor', {}, 400, 'invalid_credentials'],
  ])('refuses %s', async (_name, query, body, status, code) => {
    const response = await send(server(), `/token${query}`, { body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error_code: code });
  });

  test('outlives a flood of attempts', async () => {
    const wrong = () => ({ email: newAddress(), password: 'wrong' });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(server(), '/token?grant_type=password', { body: wrong() })),
    );
    // How many find the waiting room full depends on the machine (passwords.test.ts has that case).
    expect(answers.filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
    const { error } = await newClient(server()).auth.signInWithPassword(wrong());
    expect(error?.code).toBe('invalid_credentials');
  });
});

describe('reading the account', () => {
  test('gives it to its holder', async () => {
    const { client, email, userId } = await signUp(server());
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ id: userId, email, identities: [{ provider: 'email' }] });
  });

  test('refuses a request without a token, with the API key as token, and with nonsense', async () => {
    const without = await send(server(), '/user');
    expect(without.status).toBe(401);
    expect(await without.json()).toEqual({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    });
    for (const bearer of [server().secrets.publishableKey, 'nonsense', 'a.b.c']) {
      const response = await send(server(), '/user', { bearer });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: 'bad_jwt' });
    }
  });
});

describe('signing out', () => {
  test('ends this session only, when local', async () => {
    const first = await signUp(server());
    const second = newClient(server());
    await second.auth.signInWithPassword({ email: first.email, password: PASSWORD });
    expect((await first.client.auth.signOut({ scope: 'local' })).error).toBeNull();

    const gone = await send(server(), '/user', { bearer: first.accessToken });
    expect(gone.status).toBe(403);
    expect(await gone.json()).toMatchObject({ error_code: 'session_not_found' });
    const refreshed = await newClient(server()).auth.refreshSession({ refresh_token: first.refreshToken });
    expect(refreshed.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
    expect((await second.auth.getUser()).error).toBeNull();
  });

  test('ends the others, or all', async () => {
    const first = await signUp(server());
    const stranger = await signUp(server());
    const second = newClient(server());
    await second.auth.signInWithPassword({ email: first.email, password: PASSWORD });
    await second.auth.signOut({ scope: 'others' });
    expect((await send(server(), '/user', { bearer: first.accessToken })).status).toBe(403);
    expect((await second.auth.getUser()).error).toBeNull();

    const third = newClient(server());
    await third.auth.signInWithPassword({ email: first.email, password: PASSWORD });
    await third.auth.signOut();
    expect((await second.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await stranger.client.auth.getUser()).error).toBeNull();
  });

  test('answers 204, and refuses an unknown scope and a second time', async () => {
    const { accessToken: bearer } = await signUp(server());
    const unknown = await send(server(), '/logout?scope=everything', { method: 'POST', bearer });
    expect(unknown.status).toBe(400);
    expect((await send(server(), '/logout', { method: 'POST', bearer })).status).toBe(204);
    expect((await send(server(), '/logout', { method: 'POST', bearer })).status).toBe(403);
    expect((await send(server(), '/logout', { method: 'POST' })).status).toBe(401);
  });
});
