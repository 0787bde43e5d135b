import { hash } from '@node-rs/argon2';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { countRows, newAddress, newClient, PASSWORD, send, signUp } from '../auth-client.ts';
import { administer, NOBODY, operatorOf } from './operator.ts';

const server = useTestServer();
const admin = () => operatorOf(server()).auth.admin;

async function create(attributes: Parameters<ReturnType<typeof admin>['createUser']>[0] = {}) {
  const email = newAddress();
  const { data, error } = await admin().createUser({ email, password: PASSWORD, ...attributes });
  if (!data.user) throw error;
  return data.user;
}

function signIn(email = '', password = PASSWORD) {
  return newClient(server()).auth.signInWithPassword({ email, password });
}

describe('making an account', () => {
  test('confirms its address when asked to, and keeps its metadata', async () => {
    const user = await create({
      email_confirm: true,
      user_metadata: { full_name: 'Ana 🦊' },
      app_metadata: { team: 'red' },
    });
    expect(user).toMatchObject({
      role: 'authenticated',
      user_metadata: { full_name: 'Ana 🦊', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'], team: 'red' },
      identities: [{ provider: 'email', identity_data: { email: user.email, email_verified: true } }],
    });
    const { data } = await signIn(user.email);
    expect(decodeJwt(data.session?.access_token ?? '').app_metadata).toMatchObject({ team: 'red' });
    expect(await countRows(server(), 'select from public.user_profiles where id = $1', [user.id])).toBe(1);
  });

  test('leaves the address to be confirmed otherwise', async () => {
    const user = await create();
    expect((await signIn(user.email)).error?.code).toBe('email_not_confirmed');
  });

  test('takes an id and the hash of a password from elsewhere', async () => {
    const id = crypto.randomUUID();
    const password_hash = await hash(PASSWORD);
    const user = await create({ id, password: '', password_hash, email_confirm: true });
    expect(user.id).toBe(id);
    expect((await signIn(user.email)).error).toBeNull();
    const again = await admin().createUser({ id, email: newAddress(), password: PASSWORD });
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
  });

  test('without a password lets nobody in', async () => {
    const user = await create({ password: '', email_confirm: true });
    for (const password of ['', 'null', 'undefined'])
      expect((await signIn(user.email, password)).error?.code).toBe('invalid_credentials');
  });

  test('refuses a taken address', async () => {
    const { email = '' } = await create();
    const { error } = await admin().createUser({ email: email.toUpperCase(), password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'nonsense' }, 400, 'validation_failed'],
    [{ phone: '+4912345678' }, 400, 'phone_provider_disabled'],
    [{ email: 'a@example.com', id: '1' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', id: '00000000-0000-0000-0000-000000000000' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: '12345' }, 422, 'weak_password'],
    [{ email: 'a@example.com', password: PASSWORD, password_hash: 'x' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password_hash: '$2b$10$abcdefghijklmnopqrstuv' }, 400, 'validation_failed'],
    [
      {
        email: 'a@example.com',
        password_hash: '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA',
      },
      400,
      'validation_failed',
    ],
    [{ email: 'a@example.com', ban_duration: 'a while' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', aud: 'somebody' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', app_metadata: { a: 'a'.repeat(3000) } }, 400, 'validation_failed'],
    [{ email: 'a@example.com', user_metadata: [] }, 400, 'bad_json'],
    [{ email: 'a@example.com', email_confirm: 'yes' }, 400, 'bad_json'],
  ])('refuses %j', async (body, status, code) => {
    const response = await administer(server(), '/admin/users', { body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error_code: code });
    expect(await countRows(server(), `select from auth.users where email = 'a@example.com'`)).toBe(0);
  });
});

describe('listing accounts', () => {
  test('goes by pages, the newest first, with the total and the ways to the others', async () => {
    const mark = crypto.randomUUID();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.unshift((await create({ email: `${index}-${mark}@example.com` })).id);
    const path = `/admin/users?page=2&per_page=2&filter=${mark.toUpperCase()}`;
    const response = await administer(server(), path);
    const { users, aud } = (await response.json()) as { users: { id: string }[]; aud: string };
    expect(users.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(users[0]).toMatchObject({ identities: [{ provider: 'email' }] });
    expect(JSON.stringify(users)).not.toContain('argon2');
    expect(aud).toBe('authenticated');
    expect(response.headers.get('x-total-count')).toBe('5');
    const links = response.headers.get('link') ?? '';
    expect(links).toMatch(/page=3&per_page=2&filter=\S+>; rel="next", <\S+\?page=3&\S+>; rel="last"$/);
    const rising = await administer(server(), `/admin/users?filter=${mark}&sort=created_at%20asc`);
    expect(
      ((await rising.json()) as typeof users & { users: { id: string }[] }).users.map(({ id }) => id),
    ).toEqual(ids.toReversed());
  });

  test('is read by the official client', async () => {
    await create();
    const { data, error } = await admin().listUsers({ page: 1, perPage: 1 });
    expect(error).toBeNull();
    expect(data).toMatchObject({ users: [{ aud: 'authenticated' }], nextPage: 2, total: expect.any(Number) });
  });

  test('finds a part of the full name, and takes wildcards literally', async () => {
    const mark = crypto.randomUUID();
    const user = await create({ user_metadata: { full_name: `Ana 100%_${mark}` } });
    const find = async (filter: string) => {
      const response = await administer(server(), `/admin/users?filter=${encodeURIComponent(filter)}`);
      return ((await response.json()) as { users: { id: string }[] }).users.map(({ id }) => id);
    };
    expect(await find(`ana 100%_${mark}`)).toEqual([user.id]);
    expect(await find(`%${mark}`)).toEqual([]);
    expect(await find("' or true --")).toEqual([]);
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'per_page=0',
    'per_page=1e3',
    'sort=email',
    'sort=created_at%20up',
    'filter=%00',
  ])('refuses %s', async (query) => {
    const response = await administer(server(), `/admin/users?${query}`);
    expect(await response.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });
});

describe('changing an account', () => {
  test('merges metadata, and null removes', async () => {
    const { id } = await create({ user_metadata: { a: 1, b: 2 }, app_metadata: { team: 'red' } });
    const { data, error } = await admin().updateUserById(id, {
      user_metadata: { a: null, c: 3 },
      app_metadata: { team: 'blue' },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ b: 2, c: 3 });
    expect(data.user?.app_metadata).toMatchObject({ team: 'blue', provider: 'email' });
  });

  test('replaces the address at once, and refuses a taken one', async () => {
    const { id } = await create({ email_confirm: true });
    const other = await create();
    const email = newAddress();
    const { data } = await admin().updateUserById(id, { email, email_confirm: true });
    expect(data.user).toMatchObject({
      email,
      identities: [{ identity_data: { email, email_verified: true } }],
    });
    expect((await signIn(email)).error).toBeNull();
    const taken = await admin().updateUserById(id, { email: other.email ?? '' });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('with a new password ends every session', async () => {
    const { client, userId, email, accessToken: bearer } = await signUp(server());
    await admin().updateUserById(userId, { password: 'a new password' });
    expect((await send(server(), '/user', { bearer })).status).toBe(403);
    expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await signIn(email, 'a new password')).error).toBeNull();
  });

  test('bans it, and lets it in again', async () => {
    const { client, userId, email, accessToken } = await signUp(server());
    expect((await client.from('pages').select('id')).status).toBe(200);
    const { data } = await admin().updateUserById(userId, { ban_duration: '24h' });
    const end = new Date(data.user && 'banned_until' in data.user ? String(data.user.banned_until) : '');
    expect(Math.round((end.getTime() - Date.now()) / 3_600_000)).toBe(24);
    expect((await signIn(email)).error).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' });
    expect((await client.from('pages').select('id')).status).toBe(401);
    expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' });
    await admin().updateUserById(userId, { ban_duration: 'none' });
    expect((await send(server(), '/user', { bearer: accessToken })).status).toBe(200);
    expect((await signIn(email)).error).toBeNull();
  });

  test('can give it a role, which its tokens carry', async () => {
    const user = await create({ email_confirm: true, role: 'service_role' });
    const { data } = await signIn(user.email);
    const bearer = data.session?.access_token ?? '';
    expect(decodeJwt(bearer).role).toBe('service_role');
    expect((await send(server(), '/admin/users', { bearer })).status).toBe(200);
    // Until the session ends.
    await admin().signOut(bearer);
    expect((await send(server(), '/admin/users', { bearer })).status).toBe(403);
  });

  test.each([
    ['GET', `/admin/users/${NOBODY}`, 404, 'user_not_found'],
    ['PUT', `/admin/users/${NOBODY}`, 404, 'user_not_found'],
    ['DELETE', `/admin/users/${NOBODY}`, 404, 'user_not_found'],
    ['GET', `/admin/users/${NOBODY}/factors`, 404, 'user_not_found'],
    ['DELETE', `/admin/users/${NOBODY}/factors/${NOBODY}`, 404, 'user_not_found'],
    ['GET', '/admin/users/1', 404, 'validation_failed'],
  ])('%s %s is answered with %i %s', async (method, path, status, code) => {
    const body = method === 'PUT' ? { body: {} } : {};
    const response = await administer(server(), path, { method, ...body });
    expect(await response.json()).toMatchObject({ code: status, error_code: code });
  });
});

describe('deleting an account', () => {
  test('takes all its rows along, and its tokens are good for nothing', async () => {
    const { client, userId } = await signUp(server());
    expect((await admin().deleteUser(userId)).error).toBeNull();
    expect((await admin().getUserById(userId)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect(await countRows(server(), 'select from public.user_profiles where id = $1', [userId])).toBe(0);
  });

  test('softly leaves no trace of its person, and frees the address', async () => {
    const { client, userId, email } = await signUp(server());
    await client.auth.updateUser({ data: { full_name: 'Ana' } });
    const { error } = await admin().deleteUser(userId, true);
    expect(error).toBeNull();
    const { data } = await admin().getUserById(userId);
    expect(data.user).toMatchObject({ user_metadata: {}, deleted_at: expect.any(String) });
    expect(JSON.stringify(data)).not.toContain(email.split('@')[0]);
    expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await signIn(email)).error?.code).toBe('invalid_credentials');
    expect((await admin().deleteUser(userId, true)).error).toBeNull();
    expect((await signUp(server(), email)).userId).not.toBe(userId);
  });
});
