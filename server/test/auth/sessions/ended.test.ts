import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { type TestServer, useTestServer } from '../../support/test-server.ts';
import { newClient, openLink, PASSWORD, proveAddress, type SignedUp, send, signUp } from '../auth-client.ts';

const server = useTestServer();

/** @returns the status of reading a table with this token */
async function read(at: TestServer, bearer: string): Promise<number> {
  const response = await fetch(`${at.url}/rest/v1/user_profiles?select=id`, {
    headers: { apikey: at.secrets.publishableKey, authorization: `Bearer ${bearer}` },
  });
  if (response.status === 401) expect(await response.json()).toMatchObject({ code: 'PGRST303' });
  return response.status;
}

async function signInAgain({ email }: SignedUp, password = PASSWORD): Promise<string> {
  const { data, error } = await newClient(server()).auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.session.access_token;
}

/** @returns for each token the statuses of reading a table and its account */
async function access(...bearers: string[]): Promise<number[][]> {
  return Promise.all(
    bearers.map(async (bearer) => [
      await read(server(), bearer),
      (await send(server(), '/user', { bearer })).status,
    ]),
  );
}

const OPEN = [200, 200];
const SHUT = [401, 403];

describe('an access token stops working at once, everywhere, when its session ends', () => {
  test.each([
    ['local', [SHUT, OPEN]],
    ['others', [OPEN, SHUT]],
    ['global', [SHUT, SHUT]],
  ])('by signing out with the scope %s', async (scope, expected) => {
    const person = await signUp(server());
    const second = await signInAgain(person);
    expect(await access(person.accessToken, second)).toEqual([OPEN, OPEN]);
    const answer = await send(server(), `/logout?scope=${scope}`, {
      method: 'POST',
      bearer: person.accessToken,
    });
    expect(answer.status).toBe(204);
    expect(await access(person.accessToken, second)).toEqual(expected);
  });

  test.each(['a new password', 'signing out everywhere else'])(
    'by %s, and so does the code of a link',
    async (way) => {
      const person = await signUp(server());
      await proveAddress(server(), person);
      const { client, email } = person;
      const verifier = 'v'.repeat(50);
      await send(server(), '/recover', {
        body: { email, code_challenge: verifier, code_challenge_method: 'plain' },
      });
      const target = await openLink(server(), await server().mailTo(email));
      const { error } =
        way === 'a new password'
          ? await client.auth.updateUser({ current_password: PASSWORD, password: 'a new password' })
          : await client.auth.signOut({ scope: 'others' });
      expect(error).toBeNull();
      const body = { auth_code: target.searchParams.get('code'), code_verifier: verifier };
      const exchange = await send(server(), '/token?grant_type=pkce', { body });
      expect(await exchange.json()).toMatchObject({ error_code: 'flow_state_not_found' });
    },
  );

  test('by a new password, except where it was set', async () => {
    const person = await signUp(server());
    const second = await signInAgain(person);
    await access(person.accessToken, second);
    expect(
      (await person.client.auth.updateUser({ current_password: PASSWORD, password: 'a new password' })).error,
    ).toBeNull();
    expect(await access(person.accessToken, second)).toEqual([OPEN, SHUT]);
  });

  test('by any other deletion, such as a function of the product', async () => {
    const person = await signUp(server());
    await access(person.accessToken);
    await server().database.asOwner((transaction) =>
      transaction.query({ text: 'delete from auth.sessions where user_id = $1', values: [person.userId] }),
    );
    await expect.poll(() => read(server(), person.accessToken)).toBe(401);
  });

  test('by the end of the account', async () => {
    const person = await signUp(server());
    await access(person.accessToken);
    await server().database.asOwner((transaction) =>
      transaction.query({ text: 'delete from auth.users where id = $1', values: [person.userId] }),
    );
    await expect.poll(() => read(server(), person.accessToken)).toBe(401);
    const gone = await send(server(), '/user', { bearer: person.accessToken });
    expect(await gone.json()).toMatchObject({ error_code: 'user_not_found' });
  });

  test('by its lifetime', async () => {
    const person = await signUp(server());
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: 'update auth.sessions set not_after = now() where user_id = $1',
        values: [person.userId],
      }),
    );
    expect(await access(person.accessToken)).toEqual([SHUT]);
    const { error } = await person.client.auth.refreshSession();
    expect(error?.code).toBe('refresh_token_not_found');
  });

  test('but may still accompany requests that need no session', async () => {
    const person = await signUp(server());
    await send(server(), '/logout', { method: 'POST', bearer: person.accessToken });
    const body = { email: person.email, password: PASSWORD };
    const bearer = person.accessToken;
    expect((await send(server(), '/token?grant_type=password', { body, bearer })).status).toBe(200);
    expect((await send(server(), '/settings', { bearer })).status).toBe(200);
  });
});

test('a session remembers the device and the address of its last use', async () => {
  const person = await signUp(server());
  const { session_id } = decodeJwt(person.accessToken);
  const headers = { 'user-agent': `Firefox ${'x'.repeat(1000)}` };
  const body = { refresh_token: person.refreshToken };
  await send(server(), '/token?grant_type=refresh_token', { body, headers });
  const { rows } = await server().database.asOwner((transaction) =>
    transaction.query({
      text: 'select user_agent, host(ip) as ip, refreshed_at from auth.sessions where id = $1',
      values: [session_id],
    }),
  );
  expect(rows).toEqual([
    { user_agent: headers['user-agent'].slice(0, 512), ip: '127.0.0.1', refreshed_at: expect.any(Date) },
  ]);
});
