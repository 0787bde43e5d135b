import { describe, expect, test } from 'vitest';
import { RunTimeSettings } from '../../src/config/run-time-settings.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { createEncryption } from '../../src/encryption/encryption.ts';
import { createBackground } from '../../src/http/background.ts';
import { createRequestBodies } from '../../src/http/bodies/request-bodies.ts';
import { createUnsentAnswers } from '../../src/http/bodies/unsent-answers.ts';
import { createAccessTokens } from '../../src/http/caller/access-token.ts';
import { createCallerResolver } from '../../src/http/caller/caller.ts';
import { followSessions } from '../../src/http/caller/live-sessions.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { createAuthProtocol, createAuthServices } from '../../src/protocols/auth/auth-protocol.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { useTestServer } from '../support/test-server.ts';
import { newAddress, PASSWORD, send, signUp } from './auth-client.ts';

const server = useTestServer();

describe('an error', () => {
  test('has the form that the client’s API version asks for', async () => {
    const request = (version: string) =>
      send(server(), '/signup', {
        body: { email: newAddress(), password: '12345' },
        headers: { 'x-supabase-api-version': version },
      });
    const message = 'Password should be at least 6 characters.';
    for (const version of ['2024-01-01', '2026-06-30']) {
      const current = await request(version);
      expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01');
      expect(await current.json()).toEqual({
        code: 'weak_password',
        message,
        weak_password: { reasons: ['length'] },
      });
    }
    for (const version of ['', '2023-12-31', 'nonsense']) {
      const older = await request(version);
      expect(older.headers.has('x-supabase-api-version')).toBe(false);
      expect(older.headers.get('x-sb-error-code')).toBe('weak_password');
      expect(await older.json()).toEqual({
        code: 422,
        error_code: 'weak_password',
        msg: message,
        weak_password: { reasons: ['length'] },
      });
    }
  });

  test.each([
    ['', /^Could not parse request body as JSON: /],
    ['{"email":', /^Could not parse request body as JSON: /],
    ['[]', /^Could not parse request body as JSON: body: /],
    ['null', /^Could not parse request body as JSON: body: /],
    ['"text"', /^Could not parse request body as JSON: body: /],
  ])('names a body of the wrong shape: %j', async (text, message) => {
    const response = await send(server(), '/recover', { text, method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'bad_json',
      msg: expect.stringMatching(message),
    });
  });

  test('answers endless nesting and an endless body', async () => {
    const deep = await send(server(), '/signup', {
      text: `{"email":"a@example.com","password":"${PASSWORD}","data":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`,
    });
    expect(deep.status).toBe(400);
    const large = await send(server(), '/signup', { text: `{"email":"${'a'.repeat(128 * 1024)}"}` });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ code: 413, error_code: 'request_entity_too_large' });
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('a'.repeat(64 * 1024)));
      },
    });
    const endless = await fetch(`${server().url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server().secrets.publishableKey },
      body: chunks,
      duplex: 'half',
    } as RequestInit).catch(() => undefined);
    if (endless) expect(endless.status).toBe(413);
    expect((await send(server(), '/settings')).status).toBe(200);
  });

  test('says which address or method does not exist', async () => {
    const unknown = await send(server(), '/nothing/here');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 404, error_code: 'not_found' });
    const wrong = await send(server(), '/signup');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(await wrong.json()).toMatchObject({ code: 405, error_code: 'method_not_allowed' });
  });
});

test('a browser of any origin may call, and read the headers it needs', async () => {
  const preflight = await fetch(`${server().url}/auth/v1/token?grant_type=password`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
  for (const header of ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'])
    expect(allowed).toContain(header);

  const origin = { origin: 'https://elsewhere.example' };
  for (const path of ['/user', '/nothing', '/settings']) {
    const response = await send(server(), path, { headers: origin });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('settings and health have the fields that clients look for', async () => {
  expect(await (await send(server(), '/settings')).json()).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
  });
  const health = await fetch(`${server().url}/auth/v1/health`);
  expect(await health.json()).toEqual({
    version: expect.stringMatching(/^v\d/),
    name: expect.any(String),
    description: expect.any(String),
  });
});

const noMail = () => Promise.reject(new Error('No mail here.'));

test('without a database the answer says to try again, and tells no more', async () => {
  await using copy = await createTestDatabase();
  const database = await openDatabase(copy.config, { statementTimeoutS: 8 }, () => undefined);
  const tokens = await createAccessTokens(server().secrets.jwtKeys);
  const liveSessions = await followSessions(database);
  const observations: Observation[] = [];
  const app = createAuthProtocol(
    createAuthServices(
      {
        config: server().config,
        runTime: new RunTimeSettings(server().config),
        database,
        tokens,
        resolveCaller: createCallerResolver(server().secrets, tokens, liveSessions),
        liveSessions,
        background: createBackground(() => undefined),
        bodies: createRequestBodies(),
        unsent: createUnsentAnswers(),
        mostWrittenBytes: 1024 * 1024,
        encryption: createEncryption(server().secrets.encryptionKeys),
        mails: { put: noMail, withdraw: noMail, deliver: noMail },
        observe: (observation) => observations.push(observation),
      },
      undefined,
    ),
  );
  await database.close();
  const response = await app.request('/recover', {
    method: 'POST',
    headers: { apikey: server().secrets.publishableKey },
    body: JSON.stringify({ email: newAddress() }),
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toEqual({
    code: 503,
    error_code: 'unexpected_failure',
    msg: 'The database does not answer, please try again in a moment',
  });
  expect(observations).toMatchObject([{ kind: 'request-failed' }]);
});

test('an unforeseen failure tells nothing about the inside', async () => {
  const { accessToken: bearer, userId } = await signUp(server());
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `update auth.users set encrypted_password = '$argon2id$damaged' where id = $1`,
      values: [userId],
    }),
  );
  const body = { current_password: PASSWORD, password: 'a new password' };
  const response = await send(server(), '/user', { method: 'PUT', bearer, body });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    msg: 'Unexpected failure, please check server logs for more information',
  });
  expect(server().observations.some(({ kind }) => kind === 'request-failed')).toBe(true);
});
