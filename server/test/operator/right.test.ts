/** Who may operate: everybody else finds nothing at these addresses, and changes nothing. */
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { operatorOf } from '../auth/admin/operator.ts';
import { countRows, newAddress, newClient, PASSWORD, send, signUp } from '../auth/auth-client.ts';
import { codeOf, enroll } from '../auth/mfa/authenticator.ts';
import { startTestServer, useTestServer } from '../support/test-server.ts';
import { ask, askByKey, enter, OPERATOR, SECOND_OPERATOR } from './operators.ts';

const server = useTestServer({ operators: [OPERATOR, SECOND_OPERATOR] });
const NOTHING = { message: 'There is nothing at this address.' };
const SOMEBODY = 'c0ffee00-0000-4000-8000-000000000000';

const PATHS: readonly (readonly [method: string, path: string])[] = [
  ['GET', ''],
  ['GET', '/statements'],
  ['POST', '/backup'],
  ['POST', `/backup/${SOMEBODY}/archive`],
  ['GET', '/archive'],
  ['GET', '/mails'],
  ['DELETE', '/mails'],
  ['POST', '/mails/retry'],
  ['POST', '/mails/test'],
  ['POST', '/queues/mail/retry'],
  ['GET', '/people'],
  ['POST', '/people'],
  ['DELETE', `/people/${SOMEBODY}`],
  ['GET', `/people/${SOMEBODY}/deletion`],
  ['POST', `/people/${SOMEBODY}/suspend`],
  ['POST', `/people/${SOMEBODY}/restore`],
  ['POST', `/people/${SOMEBODY}/sign-out`],
  ['GET', '/workspaces'],
  ['DELETE', `/workspaces/${SOMEBODY}`],
  ['POST', `/workspaces/${SOMEBODY}/close`],
  ['POST', `/workspaces/${SOMEBODY}/open`],
  ['GET', '/settings'],
  ['PUT', '/settings/AUTH_SIGNUP'],
  ['GET', '/acts'],
];

test('an operator gets an answer, and is told in the account that there is something to see', async () => {
  const ada = await enter(server());
  expect(await ask(server(), ada.accessToken, '')).toMatchObject({
    status: 200,
    body: { release: expect.stringMatching(/^\d/) },
  });
  expect((await ada.client.auth.getUser()).data.user?.app_metadata).toMatchObject({ operator: true });
  const renewed = await ada.client.auth.refreshSession();
  expect(renewed.data.user?.app_metadata).toMatchObject({ operator: true });
});

test('nobody else finds anything, at any address, whatever they send', async () => {
  const eve = await signUp(server());
  const [head, , signature] = eve.accessToken.split('.');
  const claims = { ...decodeJwt(eve.accessToken), role: 'service_role', session_id: undefined };
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  const callers = { anonymous: undefined, member: eve.accessToken, forged };
  for (const [name, bearer] of Object.entries(callers))
    for (const [method, path] of PATHS) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await ask(server(), bearer, path, { method, body });
      expect([name, path, answer]).toEqual([name, path, { status: 404, body: NOTHING }]);
    }
  expect((await eve.client.auth.getUser()).data.user?.app_metadata.operator).toBeUndefined();
  expect(await countRows(server(), 'select from trellis_server.operator_acts')).toBe(0);
});

test('an account that says of itself that it operates does not', async () => {
  const eve = await signUp(server());
  await operatorOf(server()).auth.admin.updateUserById(eve.userId, { app_metadata: { operator: true } });
  await eve.client.auth.updateUser({ data: { operator: true, email: OPERATOR } });
  const { data } = await eve.client.auth.refreshSession();
  expect((await ask(server(), data.session?.access_token, '/people')).status).toBe(404);
});

test('the right ends with the session, a ban, the confirmation, and the address', async () => {
  const ben = await enter(server(), SECOND_OPERATOR);
  const status = async () => (await ask(server(), ben.accessToken, '/settings')).status;
  const admin = operatorOf(server()).auth.admin;
  const sql = (text: string) =>
    server().database.asOwner((transaction) => transaction.query({ text, values: [ben.userId] }));
  expect(await status()).toBe(200);
  await sql('update auth.users set email_confirmed_at = null where id = $1');
  expect(await status()).toBe(404);
  await sql('update auth.users set email_confirmed_at = now() where id = $1');
  await admin.updateUserById(ben.userId, { ban_duration: '1h' });
  expect(await status()).toBe(401);
  await admin.updateUserById(ben.userId, { ban_duration: 'none' });
  expect(await status()).toBe(200);
  await admin.updateUserById(ben.userId, { email: 'somebody.else@example.com' });
  expect(await status()).toBe(404);
  await admin.updateUserById(ben.userId, { email: SECOND_OPERATOR });
  expect(await status()).toBe(200);
  await ben.client.auth.signOut();
  expect(await status()).toBe(401);
});

test('an ended session is told that it is over, whoever had it', async () => {
  const eve = await signUp(server());
  await eve.client.auth.signOut();
  expect(await ask(server(), eve.accessToken, '/people')).toEqual({
    status: 401,
    body: { code: 'session_over', message: 'This session has ended.' },
  });
});

test('with an authenticator app, the password alone operates nothing', async () => {
  await using other = await startTestServer({ operators: [OPERATOR] });
  const ada = await enter(other);
  const { factorId, secret } = await enroll(ada);
  const { data } = await ada.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  expect((await ask(other, data?.access_token, '/people')).status).toBe(200);
  const thief = newClient(other);
  const { data: stolen } = await thief.auth.signInWithPassword({ email: OPERATOR, password: PASSWORD });
  expect(await ask(other, stolen.session?.access_token, '/people')).toEqual({ status: 404, body: NOTHING });
});

test('the secret key operates, and never from a browser', async () => {
  expect((await askByKey(server(), '/people')).status).toBe(200);
  const headers = { apikey: server().secrets.secretKey, 'sec-fetch-site': 'same-origin' };
  expect((await ask(server(), undefined, '/people', { headers })).status).toBe(404);
});

describe('where nobody confirms an address', () => {
  test('nobody takes the address of an operator, by signing up or by a change', async () => {
    await using other = await startTestServer({
      operators: [OPERATOR],
      auth: { emailConfirmation: false },
    });
    for (const email of [OPERATOR, ' Ada@Example.COM ']) {
      const signup = await newClient(other).auth.signUp({ email, password: PASSWORD });
      expect(signup.error).toMatchObject({ status: 422, code: 'signup_disabled' });
    }
    await send(other, '/otp', { body: { email: OPERATOR } });
    await other.idle();
    const eve = await signUp(other, newAddress());
    const change = await send(other, '/user', {
      method: 'PUT',
      bearer: eve.accessToken,
      body: { email: OPERATOR, current_password: PASSWORD },
    });
    expect(change.status).toBe(422);
    expect(await countRows(other, 'select from auth.users where email = $1', [OPERATOR])).toBe(0);
    expect(await other.mailsTo(OPERATOR)).toEqual([]);
  });

  test('the command makes their account', async () => {
    await using other = await startTestServer({ operators: [OPERATOR] });
    const { body } = await askByKey(other, '/people', { body: { email: OPERATOR } });
    expect(body.link).toContain('/auth/v1/verify?');
  });
});

test('without OPERATORS nobody operates', async () => {
  await using other = await startTestServer();
  const ada = await enter(other);
  expect((await ask(other, ada.accessToken, '')).status).toBe(404);
});
