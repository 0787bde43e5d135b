import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { startTestServer, useTestServer } from '../support/test-server.ts';
import { countRows, newAddress, newClient, PASSWORD, send, signUp } from './auth-client.ts';

// Its passwords cost what everyone's do.
const server = useTestServer({ auth: { passwordCost: undefined } });

describe('signing up without confirmation', () => {
  test('gives a session and the account, with its name', async () => {
    const email = newAddress();
    const { data, error } = await newClient(server()).auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { full_name: 'Zoë 🦊 Łukasz "; drop table auth.users' } },
    });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Zoë 🦊 Łukasz "; drop table auth.users', email_verified: true },
      is_anonymous: false,
      identities: [
        {
          id: data.user?.id,
          user_id: data.user?.id,
          provider: 'email',
          email,
          identity_data: { sub: data.user?.id, email, email_verified: false, phone_verified: false },
        },
      ],
    });
    expect(data.user?.email_confirmed_at).toBe(data.user?.confirmed_at);
    expect(JSON.stringify(data)).not.toContain('argon2');
  });

  test('puts into the access token the claims that policies and clients read', async () => {
    const { accessToken, userId, email } = await signUp(server());
    const claims = decodeJwt(accessToken);
    expect(claims).toMatchObject({
      iss: `${server().config.siteUrl}/auth/v1`,
      sub: userId,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email_verified: true },
      is_anonymous: false,
    });
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
  });

  test('stores an argon2id hash, and no usable token', async () => {
    const { refreshToken, userId } = await signUp(server());
    const hashed = `select from auth.users where id = $1 and encrypted_password like '$argon2id$v=19$m=19456,t=2,p=1$%'`;
    expect(await countRows(server(), hashed, [userId])).toBe(1);
    const plain = 'select from auth.refresh_tokens where token_hash = $1';
    expect(await countRows(server(), plain, [refreshToken])).toBe(0);
  });

  test('takes an address in any case and with blanks around it, once', async () => {
    const email = newAddress().replace('@', '+tag@');
    const { data } = await newClient(server()).auth.signUp({
      email: `  ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(data.user?.email).toBe(email);
    const again = await newClient(server()).auth.signUp({ email, password: 'another one' });
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    expect(again.error?.message).toBe('User already registered');
  });

  test('makes one account when two sign up with one address at the same time', async () => {
    const email = newAddress();
    const attempts = await Promise.all(
      [1, 2, 3].map(() => newClient(server()).auth.signUp({ email, password: PASSWORD })),
    );
    expect(attempts.map(({ error }) => error?.code ?? 'made').sort()).toEqual([
      'made',
      'user_already_exists',
      'user_already_exists',
    ]);
  });

  test.each([
    'plain',
    'two@@example.com',
    'a b@example.com',
    'a@exa mple.com',
    'a@b.com,c@d.com',
    'a\r\nbcc: x@y.z@example.com',
    '@example.com',
    `${'a'.repeat(250)}@example.com`,
    'ünïcode@example.com',
  ])('refuses the address %j', async (email) => {
    const { error } = await newClient(server()).auth.signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('refuses a password that is too short, and says why', async () => {
    const email = newAddress();
    const { error } = await newClient(server()).auth.signUp({ email, password: '12345' });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    expect(error?.message).toBe('Password should be at least 6 characters.');
    expect(await countRows(server(), 'select from auth.users where email = $1', [email])).toBe(0);
  });

  test.each([
    ['of 200 characters', 'p'.repeat(200)],
    ['in any script', 'пароль-密码-🔑'],
  ])('takes a password %s', async (_name, password) => {
    const email = newAddress();
    await newClient(server()).auth.signUp({ email, password });
    const wrong = await newClient(server()).auth.signInWithPassword({
      email,
      password: password.slice(0, -2),
    });
    expect(wrong.error?.code).toBe('invalid_credentials');
    const right = await newClient(server()).auth.signInWithPassword({ email, password });
    expect(right.error).toBeNull();
  });

  test('refuses an absurdly long password', async () => {
    const { error } = await newClient(server()).auth.signUp({
      email: newAddress(),
      password: 'p'.repeat(1025),
    });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test.each([
    ['no password', { email: 'a@example.com' }, 400, 'validation_failed'],
    ['no address', { password: PASSWORD }, 422, 'anonymous_provider_disabled'],
    ['a phone', { phone: '123456', password: PASSWORD }, 400, 'phone_provider_disabled'],
    [
      'half a challenge',
      { email: 'a@example.com', password: PASSWORD, code_challenge: 'x' },
      400,
      'validation_failed',
    ],
    ['a number as address', { email: 5, password: PASSWORD }, 400, 'bad_json'],
    ['a list as metadata', { email: 'a@example.com', password: PASSWORD, data: [1] }, 400, 'bad_json'],
    [
      'a NUL',
      { email: 'a@example.com', password: PASSWORD, data: { name: 'a\0b' } },
      400,
      'validation_failed',
    ],
    [
      'half a surrogate pair',
      { email: 'a@example.com', password: PASSWORD, data: { '\ud800': 1 } },
      400,
      'validation_failed',
    ],
    [
      'metadata too large for a token',
      { email: 'a@example.com', password: PASSWORD, data: { a: 'a'.repeat(7000) } },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_name, body, status, code) => {
    const response = await send(server(), '/signup', { body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: status, error_code: code });
    expect(await countRows(server(), `select from auth.users where email = 'a@example.com'`)).toBe(0);
  });
});

test('a product that refuses the account leaves no row behind', async () => {
  await server().database.asOwner(async (transaction) => {
    await transaction.query({
      text: `create function public.refuse_account() returns trigger language plpgsql as
        $$ begin if new.email like 'refused%' then raise exception 'no'; end if; return new; end $$`,
    });
    await transaction.query({
      text: 'create trigger refuse_account after insert on auth.users for each row execute function public.refuse_account()',
    });
  });
  const response = await send(server(), '/signup', {
    body: { email: 'refused@example.com', password: PASSWORD },
  });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    msg: 'Database error saving new user',
  });
  expect(await countRows(server(), `select from auth.users where email like 'refused%'`)).toBe(0);
});

test('a server that is closed to new accounts says so', async () => {
  await using closed = await startTestServer({
    auth: { emailConfirmation: false, signup: { kind: 'closed' } },
  });
  const { error } = await newClient(closed).auth.signUp({ email: newAddress(), password: PASSWORD });
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
  expect(await (await send(closed, '/settings')).json()).toMatchObject({ disable_signup: true });
});

test('the metadata holds the identity’s facts from the first moment, and a client cannot forge them', async () => {
  const owner = (text: string) => server().database.asOwner((transaction) => transaction.query({ text }));
  await owner(`create table public.seen (metadata jsonb)`);
  await owner(`create function public.see() returns trigger language plpgsql security definer as
    $$ begin insert into public.seen values (new.raw_user_meta_data); return null; end $$`);
  await owner(`create trigger see after insert on auth.users for each row execute function public.see()`);
  const email = newAddress();
  const forged = { sub: 'x', email: 'victim@example.com', email_verified: true, phone_verified: true };
  const { data } = await newClient(server()).auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { ...forged, full_name: 'Ana' } },
  });
  const claims = { sub: data.user?.id, email, phone_verified: false, full_name: 'Ana' };
  expect(data.user?.user_metadata).toEqual({ ...claims, email_verified: true });
  const { rows } = await owner('select metadata from public.seen');
  expect(rows).toEqual([{ metadata: { ...claims, email_verified: false } }]);
  await owner('drop table public.seen; drop function public.see cascade');
});
