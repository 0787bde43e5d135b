/** Rows that are looked up at the same moment travel together, and are strangers to each other nevertheless. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Caller, CallerMustWaitError, DatabaseUnavailableError } from '../../src/database/database.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { PooledDatabase } from '../../src/database/pooled-database.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();

const person = (): Caller => ({
  role: 'authenticated',
  claims: { sub: randomUUID(), role: 'authenticated' },
});
const reads = (caller: Caller, text: string) => server().database.readRow<{ one: unknown }>(caller, { text });
const ANON: Caller = { role: 'anon', claims: { role: 'anon' } };

test('each row is read as its own caller', async () => {
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

test('a failing look-up fails alone', async () => {
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

test('a look-up cannot write', async () => {
  const write = () => reads({ role: 'service_role', claims: {} }, 'delete from public.pages');
  for (const end of await Promise.allSettled([write(), write(), write()]))
    expect(end).toMatchObject({ status: 'rejected', reason: { code: '25006' } });
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a connection that breaks fails its own look-ups, and no others',
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
        // The view does not change within a transaction by itself.
        await transaction.query({ text: 'select pg_stat_clear_snapshot()' });
      }
    });
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailableError) });
    expect((await reads(ANON, 'select 7 as one')).rows).toEqual([{ one: 7 }]);
  },
);

const from = (network: string): Caller => ({ ...ANON, network });

const times = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at));

// On the embedded database each takes its turn like all other requests.
describe.skipIf(!process.env.TEST_DATABASE_URL)('one caller', () => {
  test('with long look-ups leaves half of the connections to others, with any token or address', async () => {
    await using opened = await openPooled(8);
    await opened.prepareConnections();
    let addresses = 0;
    const withTokens = (): Caller[] => {
      const sub = randomUUID();
      return times(100, (token) => ({
        role: 'authenticated',
        claims: { sub, role: 'authenticated', session_id: token % 2 },
      }));
    };
    const atAddress = (): Caller[] => {
      const network = `198.51.100.${addresses++}`;
      return times(100, () => from(network));
    };
    for (const newCallers of [withTokens, atAddress]) {
      let callers: readonly Caller[] = [];
      // Others on a busy machine can be so long at work that the first ones are known as long before the last ones are sent.
      const count = () => {
        callers = newCallers();
        return opened.countConnections(callers);
      };
      await expect.poll(count).toBeGreaterThan(8);
      expect(await opened.countConnections(callers)).toBeLessThanOrEqual(8);
    }
    // Eight of those that travel together share a connection.
    expect(await opened.countConnections(Array.from({ length: 100 }, person))).toBeGreaterThan(12);
  });

  test('with quick look-ups behind long ones of others keeps all connections', async () => {
    await using opened = await openPooled(8);
    await opened.prepareConnections();
    const [slow, quick] = [person(), person()];
    const behindOthers = [...Array.from({ length: 7 }, () => slow), quick];
    for (let round = 0; round < 3; round++)
      await Promise.all(
        behindOthers.map((caller) =>
          opened.database.readRow(caller, {
            text: caller === quick ? 'select 7 as one' : 'select pg_sleep(0.06)',
          }),
        ),
      );
    expect(await opened.countConnections(Array.from({ length: 100 }, () => quick))).toBeGreaterThan(8);
  });

  test('gets no connection while it must wait', async () => {
    await using opened = await openPooled(2);
    const { database } = opened;
    const sleep = (caller: Caller) =>
      database.asCaller(caller, { readOnly: true }, (it) => it.last({ text: 'select pg_sleep(60)' }));
    const costly = person();
    for (const caller of [costly, from('198.51.100.1')]) {
      await expect(sleep(caller)).rejects.toMatchObject({ code: '57014' });
      const anew = { ...caller, claims: { ...caller.claims } };
      await expect(database.readRow(anew, { text: 'select 7 as one' })).rejects.toThrow(CallerMustWaitError);
    }
    for (const caller of [person(), from('198.51.100.2')])
      expect((await database.readRow(caller, { text: 'select 7 as one' })).rows).toEqual([{ one: 7 }]);
  });
});

async function openPooled(statementTimeoutS: number) {
  const testDatabase = await createTestDatabase();
  const engine = await openEngine(testDatabase.config);
  const database = new PooledDatabase(engine, statementTimeoutS);
  return {
    database,
    /** Opens all of them at once, and sends over each what has to be prepared on it. */
    prepareConnections: async () => {
      const { promise: all, resolve } = Promise.withResolvers<void>();
      let open = 0;
      const work = () =>
        database.asCaller({ role: 'service_role', claims: {} }, { readOnly: true }, async (transaction) => {
          await transaction.query({ text: 'select 1' });
          open++;
          if (open === engine.pool.options.max) resolve();
          await all;
        });
      await Promise.all(Array.from({ length: engine.pool.options.max }, work));
    },
    /** @returns how many connections are taken at once when each of them looks up a row at the same moment */
    countConnections: async (callers: readonly Caller[]) => {
      let most = 0;
      const taken = new Set<unknown>();
      const take = (client: unknown) => {
        taken.add(client);
        most = Math.max(most, taken.size);
      };
      const giveBack = (_error: unknown, client: unknown) => taken.delete(client);
      engine.pool.on('acquire', take).on('release', giveBack);
      await Promise.all(callers.map((caller) => database.readRow(caller, { text: 'select pg_sleep(0.06)' })));
      engine.pool.off('acquire', take).off('release', giveBack);
      return most;
    },
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await testDatabase[Symbol.asyncDispose]();
    },
  };
}
