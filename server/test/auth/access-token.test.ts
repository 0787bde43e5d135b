import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { newClient, PASSWORD, type SignedUp, send, signUp } from './auth-client.ts';

const server = useTestServer();
let person: SignedUp;
let claims: JWTPayload;

beforeAll(async () => {
  person = await signUp(server());
  claims = decodeJwt(person.accessToken);
});

/** Signed with the server's own key, so that only the claims are wrong. */
async function signed(payload: Record<string, unknown>): Promise<string> {
  const [jwk] = server().secrets.jwtKeys;
  const key = await importJWK(jwk, 'ES256');
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: String(jwk.kid) }).sign(key);
}

describe('a token that was not issued here, or not like this', () => {
  const forgeries: Record<string, () => Promise<string>> = {
    'signed with another key': async () => {
      const { privateKey } = await generateKeyPair('ES256');
      const { kid } = server().secrets.jwtKeys[0];
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: String(kid) }).sign(privateKey);
    },
    'that brings its own key': async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const jwk = await exportJWK(publicKey);
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
    },
    'without a signature': async () => new UnsecuredJWT(claims).encode(),
    'signed with the public key as a password': async () => {
      const { d: _private, ...publicHalf } = server().secrets.jwtKeys[0];
      const password = new TextEncoder().encode(JSON.stringify(publicHalf));
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(password);
    },
    'with changed claims': async () => {
      const [head, , signature] = person.accessToken.split('.');
      const payload = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');
      return `${head}.${payload}.${signature}`;
    },
    expired: () => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }),
    'without an expiry': () => signed({ ...claims, exp: undefined }),
    'for another audience': () => signed({ ...claims, aud: 'somebody' }),
    'without a subject': () => signed({ ...claims, sub: undefined }),
    'without a session': () => signed({ ...claims, session_id: undefined }),
    'with an unknown role': () => signed({ ...claims, role: 'postgres' }),
  };

  test.each(Object.keys(forgeries))('%s is refused', async (name) => {
    const bearer = await forgeries[name]?.();
    const response = await send(server(), '/user', { bearer: bearer ?? '' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 403, error_code: 'bad_jwt' });
  });

  test('of an account or a session that is gone is refused', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    const user = await send(server(), '/user', { bearer: await signed({ ...claims, sub: nobody }) });
    expect(await user.json()).toMatchObject({ code: 403, error_code: 'user_not_found' });
    const session = await send(server(), '/user', {
      bearer: await signed({ ...claims, session_id: nobody }),
    });
    expect(await session.json()).toMatchObject({ code: 403, error_code: 'session_not_found' });
  });

  test("that names another person's session is refused", async () => {
    const other = await signUp(server());
    const bearer = await signed({ ...claims, session_id: decodeJwt(other.accessToken).session_id });
    expect((await send(server(), '/user', { bearer })).status).toBe(403);
  });

  test('may come from a clock that is a few minutes ahead, not more', async () => {
    const now = Math.floor(Date.now() / 1000);
    const ask = async (ahead: number) =>
      send(server(), '/user', { bearer: await signed({ ...claims, iat: now + ahead, nbf: now + ahead }) });
    expect((await ask(240)).status).toBe(200);
    expect((await ask(400)).status).toBe(403);
  });

  test('may come with a sign-in, which does not look at it', async () => {
    const bearer = await signed({ ...claims, exp: 1 });
    const body = { email: person.email, password: PASSWORD };
    expect((await send(server(), '/token?grant_type=password', { body, bearer })).status).toBe(200);
  });
});

test('the published keys verify a token, and hold nothing private', async () => {
  const { data, error } = await person.client.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.claims.sub).toBe(person.userId);
  // Without a key of the application: verifying tokens needs none.
  const response = await fetch(`${server().url}/auth/v1/.well-known/jwks.json`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=600');
  const { keys } = (await response.json()) as { keys: object[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(keys[0]).not.toHaveProperty('d');
});

test('every request needs an API key of this server', async () => {
  for (const [headers, message] of [
    [{ apikey: '' }, 'Invalid API key'],
    [{ apikey: 'sb_publishable_of_somebody_else' }, 'Invalid API key'],
  ] as const) {
    const response = await send(server(), '/settings', { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message });
  }
  const none = await fetch(`${server().url}/auth/v1/settings`);
  expect(none.status).toBe(401);
  expect(await none.json()).toMatchObject({ message: 'No API key found in request' });
  const client = newClient(server());
  expect(
    (await client.auth.signInWithPassword({ email: person.email, password: PASSWORD })).error,
  ).toBeNull();
});
