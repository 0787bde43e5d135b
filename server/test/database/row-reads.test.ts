/** Rows that are looked up at the same moment travel together, and are strangers to each other nevertheless. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Caller, DatabaseUnavailableError } from '../../src/database/database.ts';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();

const person = (): Caller => ({
  role: 'authenticated',
  claims: { sub: randomUUID(), role: 'authenticated' },
});
const reads = (caller: Caller, text: string) => server().database.readRow<{ one: unknown }>(caller, { text });
const ANON: Caller = { role: 'anon', claims: { role: 'anon' } };

test('each is asked as its own caller', async () => {
  const callers = [ANON, ...Array.from({ length: 40 }, person)];
  // Twice: the first time the connections are new.
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(
      callers.map((caller) =>
        reads(caller, "select current_user || ' ' || coalesce(auth.uid()::text, '') as one"),
      ),
    );
    expect(answers.map(({ rows: [row] }) => row?.one)).toEqual(
      callers.map(({ role, claims }) => `${role} ${claims.sub ?? ''}`),
    );
  }
});

test('one that fails takes none along', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      reads(ANON, index % 3 === 0 ? 'select 1 / 0' : 'select 7 as one'),
    ),
  );
  const failed = answers.filter(({ status }) => status === 'rejected');
  expect(failed).toHaveLength(10);
  for (const end of failed) expect(end).toMatchObject({ reason: { code: '22012' } });
  expect((await reads(ANON, 'select 7 as one')).rows).toEqual([{ one: 7 }]);
});

test('nothing is written', async () => {
  const write = () => reads({ role: 'service_role', claims: {} }, 'delete from public.pages');
  for (const end of await Promise.allSettled([write(), write(), write()]))
    expect(end).toMatchObject({ status: 'rejected', reason: { code: '25006' } });
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a connection that breaks fails those on it, and no others',
  async () => {
    await reads(ANON, 'select 1 as one');
    const together = [1, 2, 3].map((one) => reads(ANON, `select ${one} as one, pg_sleep(0.3)`));
    const ends = Promise.allSettled(together);
    await server().database.asOwner(async (transaction) => {
      const waiting = "from pg_stat_activity where query like '%pg_sleep(0.3)%' and pid <> pg_backend_pid()";
      for (let round = 0; round < 100; round++) {
        const { rows } = await transaction.query({
          text: `select pg_terminate_backend(pid) ${waiting} and datname = current_database()`,
        });
        if (rows.length > 0) return;
        // The view does not change within a transaction unless it is told to.
        await transaction.query({ text: 'select pg_stat_clear_snapshot()' });
      }
    });
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailableError) });
    expect((await reads(ANON, 'select 7 as one')).rows).toEqual([{ one: 7 }]);
  },
);
