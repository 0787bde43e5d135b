/** A server whose connection for messages is cut catches up with everything that the missed messages announced. */
import { expect, test } from 'vitest';
import { newAddress, signUp } from '../auth/auth-client.ts';
import { startTestServer } from '../support/test-server.ts';

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'sessions, the schema and deletion notices are caught up with (needs TEST_DATABASE_URL)',
  async () => {
    await using server = await startTestServer();
    const { accessToken, userId } = await signUp(server);
    const { publishableKey, secretKey } = server.secrets;
    const ask = (path: string, apikey: string, bearer = apikey) =>
      fetch(`${server.url}/rest/v1/${path}`, { headers: { apikey, authorization: `Bearer ${bearer}` } });
    const readProfile = async () =>
      (await ask('user_profiles?select=id', publishableKey, accessToken)).status;
    const hasTable = async () => 'missed' in (await (await ask('', secretKey)).json()).definitions;
    expect([await readProfile(), await hasTable()]).toEqual([200, false]);

    const address = newAddress();
    const { rowCount } = await server.database.asOwner(async (transaction) => {
      await transaction.query({ text: 'delete from auth.sessions where user_id = $1', values: [userId] });
      await transaction.query({ text: 'create table public.missed (id int)' });
      await transaction.query({
        text: 'insert into auth.deletion_notices (email) values ($1)',
        values: [address],
      });
      // The notifications of this transaction come with its commit, when there is no connection to bring them.
      return transaction.query({
        text: `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'trellis-listener' and datname = current_database()`,
      });
    });
    expect(rowCount).toBe(1);
    await expect.poll(readProfile).toBe(401);
    await expect.poll(hasTable).toBe(true);
    expect(await server.mailTo(address)).toMatchObject({ to: [{ address }] });
  },
);
