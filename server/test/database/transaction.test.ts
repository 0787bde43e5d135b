import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Caller, DatabaseUnavailableError, type Transaction } from '../../src/database/database.ts';
import { startTestServer, useTestServer } from '../support/test-server.ts';

const server = useTestServer();
const database = () => server().database;

const person = (): Caller => ({
  role: 'authenticated',
  claims: { sub: randomUUID(), role: 'authenticated' },
});
const whoAmI = async (transaction: Transaction) => {
  const { rows } = await transaction.query({
    text: 'select current_user as role, auth.uid() as id, auth.role() as claimed',
  });
  return rows[0];
};

test('work runs as the caller, with the caller’s claims', async () => {
  const caller = person();
  expect(await database().asCaller(caller, {}, whoAmI)).toEqual({
    role: 'authenticated',
    id: caller.claims.sub,
    claimed: 'authenticated',
  });
});

test('a caller leaves nothing for the next', async () => {
  await database().asCaller(person(), {}, whoAmI);
  const anon: Caller = { role: 'anon', claims: { role: 'anon' } };
  expect(await database().asCaller(anon, {}, whoAmI)).toMatchObject({ role: 'anon', id: null });
  expect(await database().asOwner(whoAmI)).toMatchObject({ id: null, claimed: null });
});

test('a caller’s statement may not run for long; the server’s own may', async () => {
  const limit = async (transaction: Transaction) => {
    const { rows } = await transaction.query({
      text: "select current_setting('statement_timeout') as limit",
    });
    return rows[0];
  };
  // The embedded database has one connection for all, so a read gets a quarter of it.
  const ofReads = server().config.database.kind === 'postgres' ? '1min' : '15s';
  expect(await database().asCaller(person(), { readOnly: true }, limit)).toEqual({ limit: ofReads });
  expect(await database().asOwner(limit)).toEqual({ limit: '0' });
});

test('callers at the same time do not mix', async () => {
  const callers = Array.from({ length: 40 }, person);
  const seen = await Promise.all(
    callers.map((caller) => database().asCaller(caller, { readOnly: true }, whoAmI)),
  );
  expect(seen.map((row) => row?.id)).toEqual(callers.map((caller) => caller.claims.sub));
});

test('a role that a token invents is refused', async () => {
  const forged = { role: 'postgres; drop role anon', claims: {} } as unknown as Caller;
  await expect(database().asCaller(forged, {}, whoAmI)).rejects.toThrow(/role/);
});

test('a failure undoes the work before it, and the connection goes on', async () => {
  await database().asOwner((transaction) =>
    transaction.query({ text: 'create table if not exists scratch (id int)' }),
  );
  const failing = database().asOwner(async (transaction) => {
    await transaction.query({ text: 'insert into scratch values (1)' });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const { rows } = await database().asOwner((transaction) =>
    transaction.query({ text: 'select * from scratch' }),
  );
  expect(rows).toEqual([]);
});

test('a swallowed error does not pass for success', async () => {
  const work = database().asOwner(async (transaction) => {
    await transaction.query({ text: 'select 1 / 0' }).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('The transaction had failed');
});

test('statements sent together answer in order, and the first error is the one reported', async () => {
  const numbers = await database().asOwner((transaction) =>
    Promise.all([1, 2, 3].map((n) => transaction.query({ text: 'select $1::int as n', values: [n] }))),
  );
  expect(numbers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
  const failing = database().asOwner((transaction) =>
    Promise.all(['select 1', 'select 1 / 0', 'select 2'].map((text) => transaction.query({ text }))),
  );
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

test('a read-only transaction cannot write', async () => {
  const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };
  const writing = database().asCaller(service, { readOnly: true }, (transaction) =>
    transaction.query({ text: 'create temp table t (id int)' }),
  );
  await expect(writing).rejects.toMatchObject({ code: '25006' });
});

test('a requested rollback leaves nothing', async () => {
  const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };
  await database().asOwner((transaction) =>
    transaction.query({
      text: 'create table if not exists kept (id int); grant all on kept to service_role',
    }),
  );
  await database().asCaller(service, { rollback: true }, (transaction) =>
    transaction.query({ text: 'insert into kept values (1)' }),
  );
  const { rows } = await database().asOwner((transaction) =>
    transaction.query({ text: 'select * from kept' }),
  );
  expect(rows).toEqual([]);
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'even the first connection may break in the middle of work (needs TEST_DATABASE_URL)',
  async () => {
    await using server = await startTestServer();
    const work = server.database.asOwner(async (transaction) => {
      const { rows } = await transaction.query({ text: 'select pg_backend_pid() as pid' });
      const text = 'select pg_terminate_backend($1)';
      await server.database.asOwner((other) => other.query({ text, values: [rows[0]?.pid] }));
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    await expect(work).rejects.toThrow(DatabaseUnavailableError);
    expect(await server.database.asOwner(whoAmI)).toMatchObject({ id: null });
  },
);

test('work that throws at once, without a promise, leaves the connection usable', async () => {
  const throwing = database().asOwner(() => {
    throw new Error('at once');
  });
  await expect(throwing).rejects.toThrow('at once');
  expect(await database().asOwner(whoAmI)).toMatchObject({ id: null });
});

test('a last statement is committed, and a failing one changes nothing', async () => {
  await database().asOwner((transaction) =>
    transaction.query({ text: 'create table if not exists ended (id int primary key)' }),
  );
  const insert = (id: number) => ({ text: 'insert into ended values ($1)', values: [id] });
  await database().asOwner((transaction) => transaction.last(insert(1)));
  const failing = database().asOwner(async (transaction) => {
    await transaction.query(insert(2));
    return transaction.last(insert(1));
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  const { rows } = await database().asOwner((transaction) =>
    transaction.last({ text: 'select id from ended' }),
  );
  expect(rows).toEqual([{ id: 1 }]);
});

test('a last statement is undone when a rollback was requested', async () => {
  const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };
  await database().asOwner((transaction) =>
    transaction.query({
      text: 'create table if not exists undone (id int); grant all on undone to service_role',
    }),
  );
  await database().asCaller(service, { rollback: true }, (transaction) =>
    transaction.last({ text: 'insert into undone values (1)' }),
  );
  const { rows } = await database().asOwner((transaction) =>
    transaction.query({ text: 'select * from undone' }),
  );
  expect(rows).toEqual([]);
});

test('a caller’s timestamps are in UTC, in spite of the database’s settings', async () => {
  const prefers =
    "do $$ begin execute format('alter database %I set timezone = ''Asia/Tokyo''', current_database()); end $$";
  await database().asOwner((transaction) => transaction.query({ text: prefers }));
  const { rows } = await database().asCaller(person(), {}, (transaction) =>
    transaction.query<{ zone: string }>({ text: "select current_setting('TimeZone') as zone" }),
  );
  expect(rows[0]?.zone).toBe('UTC');
});
