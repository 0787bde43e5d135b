/** A signed-in device has a session, not the password: its finder can change neither password nor address. */
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { operatorOf } from './admin/operator.ts';
import {
  codeIn,
  fragment,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  proveAddress,
  send,
  signUp,
} from './auth-client.ts';

const server = useTestServer();
const confirming = useTestServer({ auth: { emailConfirmation: true } });

const NEW = 'another horse';

describe.each([
  ['the password', () => ({ password: NEW })],
  ['the address', () => ({ email: newAddress() })],
  ['both', () => ({ email: newAddress(), password: NEW })],
])('changing %s', (_what, change) => {
  test('takes the present password', async () => {
    const { client, email } = await signUp(server());
    const changes = change();
    const none = await client.auth.updateUser(changes);
    expect(none.error).toMatchObject({ status: 400, code: 'current_password_required' });
    const wrong = await client.auth.updateUser({ ...changes, current_password: 'not mine' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    const still = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(still.error).toBeNull();
    const right = await client.auth.updateUser({ ...changes, current_password: PASSWORD });
    expect(right.error).toBeNull();
  });
});

test('no mail leaves before the present password was right', async () => {
  const { auth } = operatorOf(confirming());
  const email = newAddress();
  await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const { auth: person } = newClient(confirming());
  await person.signInWithPassword({ email, password: PASSWORD });
  const next = newAddress();
  await person.updateUser({ email: next, current_password: 'not mine' });
  expect(await confirming().mailsTo(next)).toHaveLength(0);
  expect(await confirming().mailsTo(email)).toHaveLength(0);
});

test('an unchanged address, and the metadata, need no password', async () => {
  const { client, email } = await signUp(server());
  expect((await client.auth.updateUser({ email, data: { theme: 'dark' } })).error).toBeNull();
});

test('an account without a password sets its first one', async () => {
  const email = newAddress();
  await operatorOf(server()).auth.admin.createUser({ email, email_confirm: true });
  const client = newClient(server());
  await client.auth.signInWithOtp({ email });
  await client.auth.verifyOtp({ email, token: codeIn(await server().mailTo(email)), type: 'email' });
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  const again = await client.auth.updateUser({ password: NEW });
  expect(again.error?.code).toBe('current_password_required');
});

describe('a recovery', () => {
  async function recovered(way: 'link' | 'code') {
    const person = await signUp(server());
    await proveAddress(server(), person);
    const { email } = person;
    await send(server(), '/recover', { body: { email } });
    const mail = await server().mailTo(email);
    if (way === 'link') return { email, bearer: fragment(await openLink(server(), mail)).access_token ?? '' };
    const body = { type: 'recovery', email, token: codeIn(mail) };
    const answer = await send(server(), '/verify', { body });
    return { email, bearer: ((await answer.json()) as { access_token: string }).access_token };
  }

  const put = (bearer: string, body: object) => send(server(), '/user', { method: 'PUT', bearer, body });

  test.each(['link', 'code'] as const)('by %s sets one new password without the present one', async (way) => {
    const { bearer } = await recovered(way);
    expect((await put(bearer, { password: NEW })).status).toBe(200);
    const again = await put(bearer, { password: 'yet another horse' });
    expect(await again.json()).toMatchObject({ code: 400, error_code: 'current_password_required' });
    expect((await put(bearer, { password: 'yet another horse', current_password: NEW })).status).toBe(200);
  });

  test('is not for another address', async () => {
    const { bearer } = await recovered('link');
    for (const body of [{ email: newAddress() }, { email: newAddress(), password: NEW }])
      expect(await (await put(bearer, body)).json()).toMatchObject({
        error_code: 'current_password_required',
      });
  });
});
