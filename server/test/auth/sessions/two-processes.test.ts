/** Two servers on one Postgres, as two processes are: a session that ends in one ends in the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateSecrets, type Secrets } from '../../../src/config/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { newClient, PASSWORD, send, signUp } from '../auth-client.ts';
import { codeOf, enroll, signUpWithFactor } from '../mfa/authenticator.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('two processes on one database', () => {
  let database: TestDatabase;
  let secrets: Secrets;
  let one: TestServer;
  let other: TestServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    secrets = await generateSecrets();
    const shared = { database: database.config, auth: { rateLimits: true } };
    one = await startTestServer(shared, secrets);
    other = await startTestServer(shared, secrets);
  });
  afterAll(async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  async function read(at: TestServer, bearer: string): Promise<number> {
    const headers = { apikey: secrets.publishableKey, authorization: `Bearer ${bearer}` };
    return (await fetch(`${at.url}/rest/v1/user_profiles?select=id`, { headers })).status;
  }

  test('a sign-out in one ends access in the other', async () => {
    const { accessToken } = await signUp(one);
    expect(await read(other, accessToken)).toBe(200);
    await send(one, '/logout', { method: 'POST', bearer: accessToken });
    expect(await read(one, accessToken)).toBe(401);
    await expect.poll(() => read(other, accessToken), { interval: 5 }).toBe(401);
  });

  test('a factor removed in one takes the second step from its tokens in the other', async () => {
    const owner = await signUpWithFactor(one);
    const second = await enroll(owner, 'Lost phone');
    const code = codeOf(second.secret);
    await owner.client.auth.mfa.challengeAndVerify({ factorId: second.factorId, code });
    const rows = async (bearer: string) => {
      const headers = { apikey: secrets.publishableKey, authorization: `Bearer ${bearer}` };
      const response = await fetch(`${other.url}/rest/v1/user_profiles?select=id`, { headers });
      return ((await response.json()) as unknown[]).length;
    };
    const { data } = await owner.client.auth.getSession();
    const bearer = data.session?.access_token ?? '';
    expect(await rows(bearer)).toBe(1);
    await owner.client.auth.mfa.unenroll({ factorId: second.factorId });
    await expect.poll(() => rows(bearer), { interval: 5 }).toBe(0);
  });

  test('a second step passed in one is believed by the other at once', async () => {
    const owner = await signUpWithFactor(one);
    const client = newClient(one);
    const { data } = await client.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
    expect(await read(other, data.session?.access_token ?? '')).toBe(200);
    const { factorId, secret } = owner;
    const raised = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const bearer = raised.data?.access_token ?? '';
    const headers = { apikey: secrets.publishableKey, authorization: `Bearer ${bearer}` };
    const response = await fetch(`${other.url}/rest/v1/user_profiles?select=id`, { headers });
    expect(await response.json()).toHaveLength(1);
  });

  test('a sign-out does so, too, with the connection for messages cut meanwhile, and once it is back', async () => {
    const cut = () =>
      one.database.asOwner((transaction) =>
        transaction.query({
          text: `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'trellis-listener' and datname = current_database()`,
        }),
      );
    const { accessToken, client } = await signUp(one);
    expect(await read(other, accessToken)).toBe(200);
    await cut();
    const { data } = await client.auth.refreshSession();
    await send(one, '/logout', { method: 'POST', bearer: data.session?.access_token ?? '' });
    await expect.poll(() => read(other, accessToken), { interval: 5 }).toBe(401);
    const next = await signUp(one);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await read(other, next.accessToken)).toBe(200);
    await send(one, '/logout', { method: 'POST', bearer: next.accessToken });
    await expect.poll(() => read(other, next.accessToken), { interval: 5 }).toBe(401);
  });

  test('attempts are counted together', async () => {
    const body = { email: 'somebody@example.com', password: 'wrong' };
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, turn) =>
        send(turn % 2 === 0 ? one : other, '/token?grant_type=password', { body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
  });
});
