import { importJWK, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { countRows, PASSWORD, send, signUp } from '../auth-client.ts';
import { enroll, signUpWithFactor } from '../mfa/authenticator.ts';
import { administer, NOBODY, operatorOf } from './operator.ts';

const server = useTestServer();

const OPERATIONS = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', `/admin/users/${NOBODY}`],
  ['PUT', `/admin/users/${NOBODY}`],
  ['DELETE', `/admin/users/${NOBODY}`],
  ['GET', `/admin/users/${NOBODY}/factors`],
  ['PUT', `/admin/users/${NOBODY}/factors/${NOBODY}`],
  ['DELETE', `/admin/users/${NOBODY}/factors/${NOBODY}`],
  ['GET', '/admin/audit'],
] as const;

describe.each(OPERATIONS)('%s %s', (method, path) => {
  const request = {
    method,
    ...(method === 'POST' || method === 'PUT' ? { body: { email: 'evil@example.com' } } : {}),
  };

  test('is for the holder of the secret key', async () => {
    const { accessToken } = await signUp(server());
    const { publishableKey } = server().secrets;
    for (const bearer of [undefined, publishableKey, accessToken]) {
      const response = await send(server(), path, { ...request, ...(bearer ? { bearer } : {}) });
      expect(await response.json()).toMatchObject({ code: 403, error_code: 'not_admin' });
    }
    // The secret key opens the door, a person's token in the same request closes it again.
    const mixed = await administer(server(), path, { ...request, bearer: accessToken });
    expect(await mixed.json()).toMatchObject({ code: 403, error_code: 'not_admin' });
    expect(await countRows(server(), `select from auth.users where email = 'evil@example.com'`)).toBe(0);
  });

  test('is not for forged tokens', async () => {
    const claims = { role: 'service_role', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 };
    const key = new TextEncoder().encode('super-secret-jwt-token-with-at-least-32-characters-long');
    const bearer = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const response = await send(server(), path, { ...request, bearer });
    expect(await response.json()).toMatchObject({ code: 403, error_code: 'bad_jwt' });
  });
});

test('a service_role token signed by the operator is as good as the key', async () => {
  const [key] = server().secrets.jwtKeys;
  const bearer = await new SignJWT({ role: 'service_role', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: String(key.kid) })
    .setExpirationTime('1 minute')
    .sign(await importJWK(key, 'ES256'));
  expect((await send(server(), '/admin/users', { bearer })).status).toBe(200);
});

describe('second factors of another account', () => {
  test('are listed without their secrets, renamed, and removed with the levels they raised', async () => {
    const { client, userId, factorId, secret } = await signUpWithFactor(server());
    await enroll({ client }, 'Tablet');
    const { mfa } = operatorOf(server()).auth.admin;
    const { data } = await mfa.listFactors({ userId });
    expect(data?.factors).toMatchObject([
      { id: factorId, status: 'verified', factor_type: 'totp' },
      { status: 'unverified', friendly_name: 'Tablet' },
    ]);
    expect(JSON.stringify(data)).not.toContain(secret);
    const path = `/admin/users/${userId}/factors/${factorId}`;
    const renamed = await administer(server(), path, { method: 'PUT', body: { friendly_name: 'Old phone' } });
    expect(await renamed.json()).toMatchObject({ id: factorId, friendly_name: 'Old phone' });
    const taken = await administer(server(), path, { method: 'PUT', body: { friendly_name: 'Tablet' } });
    expect(await taken.json()).toMatchObject({ code: 422, error_code: 'mfa_factor_name_conflict' });
    expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull();
    const { data: refreshed } = await client.auth.refreshSession();
    expect(refreshed.user?.factors).toMatchObject([{ status: 'unverified' }]);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1');
  });

  test('are looked up in that account only', async () => {
    const [one, two] = await Promise.all([signUpWithFactor(server()), signUp(server())]);
    const { mfa } = operatorOf(server()).auth.admin;
    const { error } = await mfa.deleteFactor({ userId: two.userId, id: one.factorId });
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  });
});

describe('the audit log', () => {
  test('is read by pages and by action', async () => {
    const { auth } = operatorOf(server());
    const { data } = await auth.admin.createUser({ email: `audited-${crypto.randomUUID()}@example.com` });
    await auth.admin.deleteUser(data.user?.id ?? '');
    const response = await administer(server(), '/admin/audit?query=action:user_deleted&per_page=1');
    expect(response.headers.get('x-total-count')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject([
      {
        payload: {
          action: 'user_deleted',
          actor_username: 'service_role',
          log_type: 'team',
          traits: { user_id: data.user?.id },
        },
        ip_address: '127.0.0.1',
      },
    ]);
    const team = await administer(server(), '/admin/audit?query=type:TEAM');
    expect(((await team.json()) as object[]).length).toBeGreaterThan(1);
  });

  test.each(['query=secret:x', 'query=action', 'query=payload%20->>:x', 'page=0'])(
    'refuses %s',
    async (query) => {
      const response = await administer(server(), `/admin/audit?${query}`);
      expect(await response.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
    },
  );
});

test('ends a person’s sessions by their token', async () => {
  const { client, accessToken, email } = await signUp(server());
  const { admin } = operatorOf(server()).auth;
  expect((await admin.signOut(accessToken, 'global')).error).toBeNull();
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  // A client that has not noticed yet can sign in again.
  const again = { body: { email, password: PASSWORD }, bearer: accessToken };
  expect((await send(server(), '/token?grant_type=password', again)).status).toBe(200);
});
