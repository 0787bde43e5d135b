/** Two servers on one Postgres, as two processes are: what ends in one ends in the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateSecrets, type Secrets } from '../../../src/config/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { send, signUp } from '../auth-client.ts';

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

  test('also when the connection for messages was cut meanwhile, and once it is back', async () => {
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
