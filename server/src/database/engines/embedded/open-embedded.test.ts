/** The embedded database in its thread: the effects of one statement on all others. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { unpackDatabase } from '../../../../test/support/unpack-database.ts';
import { DatabaseUnavailableError } from '../../database.ts';
import { PooledDatabase } from '../../pooled-database.ts';
import type { Engine } from '../engine.ts';
import { shortenLog, tidy } from './housekeeping.ts';
import { openEmbedded } from './open-embedded.ts';

const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)';

let folder: string;
let engine: Engine;
let database: PooledDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-embedded-'));
  engine = await openFolder(path.join(folder, 'database'));
  database = new PooledDatabase(engine, 3);
});
afterEach(() => ask('drop table if exists kept, counted'));
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Copies a database if there is one to copy: making one takes seconds. */
async function openFolder(directory: string): Promise<Engine> {
  await unpackDatabase(directory);
  return openEmbedded(directory);
}

const ask = (text: string, asked = database) =>
  asked.asOwner(async (transaction) => (await transaction.query({ text })).rows);

test('an endless statement is ended, and the next one finds all committed rows', async () => {
  await ask('create table kept as select 1 as one');
  const stuck = ask(ENDLESS);
  const besides = Promise.allSettled([ask('select 1'), ask('select 2')]);
  let ticks = 0;
  const clock = setInterval(() => ticks++, 50);
  await expect(stuck).rejects.toMatchObject({ code: '57014' });
  clearInterval(clock);
  // This thread was free all the time.
  expect(ticks).toBeGreaterThan(5);
  // The statements after it were run later or refused for now.
  for (const waited of await besides)
    if (waited.status === 'rejected') expect(waited.reason).toBeInstanceOf(DatabaseUnavailableError);
  expect(await ask('select one from kept')).toEqual([{ one: 1 }]);
});

test('a statement that wants too much memory fails alone', async () => {
  const gigabyte = "select length(repeat(repeat('x', 1000000), 1050)) as letters";
  await expect(ask(gigabyte)).rejects.toMatchObject({ code: '53200' });
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
});

test('memory that a statement took is given back at a quiet moment, and nothing is lost', async () => {
  await ask('create table kept as select 1 as one');
  const start = () => ask('select pg_postmaster_start_time()::text as start');
  const before = await start();
  // On a busy machine it takes longer than the others may. An engine goes by the limit of the one that was made last.
  await ask("select length(repeat(repeat('x', 1000000), 200)) as letters", new PooledDatabase(engine, 120));
  database = new PooledDatabase(engine, 3);
  // Each look is one more statement: so there is time between them.
  await expect.poll(start, { interval: 1500, timeout: 20_000 }).not.toEqual(before);
  expect(await ask('select one from kept')).toEqual([{ one: 1 }]);
});

test('a new connection finds no trace of the one before', async () => {
  await ask('create table kept as select 1 as one');
  const client = await engine.pool.connect();
  // This connection ends, and the next one must find nothing of it.
  await client.query("set application_name = 'left behind'");
  client.release(true);
  await pause(0);
  expect(await ask("select current_setting('application_name') as name")).not.toEqual([
    { name: 'left behind' },
  ]);
  expect(await ask('select one from kept')).toEqual([{ one: 1 }]);
});

test('transactions that are sent at once neither mix nor wait for each other’s answers', async () => {
  await ask('create table counted (n int)');
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      database.asOwner(async (transaction) => {
        await transaction.query({ text: 'insert into counted values ($1)', values: [index] });
        if (index % 4 === 0) throw new Error('changed its mind');
        return transaction.last({
          text: 'select count(*)::int as n from counted where n = $1',
          values: [index],
        });
      }),
    ),
  );
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(10);
  expect(await ask('select count(*)::int as count from counted')).toEqual([{ count: 30 }]);
});

test('a statement right after an ended one is served', async () => {
  await expect(ask(ENDLESS)).rejects.toMatchObject({ code: '57014' });
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a caller whose statement was ended has to wait, and nobody else', async () => {
  await ask(`do $$ begin create role authenticated; exception when duplicate_object then null; end $$`);
  const askAs = (sub: string, text: string) =>
    database.asCaller({ role: 'authenticated', claims: { sub } }, { readOnly: true }, (transaction) =>
      transaction.last({ text }),
    );
  const many = await Promise.allSettled([ENDLESS, ENDLESS, ENDLESS].map((text) => askAs('one', text)));
  expect(many.map((each) => each.status === 'rejected' && each.reason)).toEqual([
    expect.objectContaining({ code: '57014' }),
    expect.any(DatabaseUnavailableError),
    expect.any(DatabaseUnavailableError),
  ]);
  expect((await askAs('other', 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  await expect(askAs('one', 'select 1 as one')).rejects.toBeInstanceOf(DatabaseUnavailableError);
});

test('deleted rows give their space back, in the tables and in the log', async () => {
  // This database ends no statement, however long it takes.
  await mkdir(path.join(folder, 'other'));
  const other = await openFolder(path.join(folder, 'other', 'database'));
  const bytes = async () => {
    const { rows } = await other.pool.query(`select pg_total_relation_size('kept')::int as kept,
      (select sum(size)::int from pg_ls_waldir()) as log`);
    return rows[0] as { readonly kept: number; readonly log: number };
  };
  // Each row a megabyte that is kept as it is, without compressing it; together more than the log may have.
  await other.pool.query('create table kept (words text storage external)');
  for (let page = 0; page < 70; page++)
    await other.pool.query("insert into kept values (repeat('x', 1024 * 1024))");
  await other.pool.query('delete from kept');
  // Otherwise the deleted rows are counted a second later.
  await other.pool.query('select pg_stat_force_next_flush()');
  const before = await bytes();
  expect(before.kept).toBeGreaterThan(70_000_000);
  expect(before.log).toBeGreaterThan(64 * 1024 * 1024);
  await tidy(other.pool);
  await shortenLog(other.pool);
  const after = await bytes();
  expect(after.kept).toBeLessThan(1_000_000);
  expect(after.log).toBeLessThan(before.log);
  await other.pool.end();
  await other.close();
});

test('a database that is guarded gives space back on its own, and shortens its log', async () => {
  const bytes = async () => {
    const { rows } = await engine.pool.query("select pg_relation_size('kept')::int as bytes");
    return (rows[0] as { readonly bytes: number }).bytes;
  };
  const log = async () => {
    const { rows } = await engine.pool.query(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int as bytes from pg_control_checkpoint()',
    );
    return (rows[0] as { readonly bytes: number }).bytes;
  };
  await engine.pool.query('create table written (words text storage external)');
  for (let page = 0; page < 18; page++)
    await engine.pool.query("insert into written values (repeat('x', 1024 * 1024))");
  expect(await log()).toBeGreaterThan(16 * 1024 * 1024);
  await engine.pool.query('create table kept as select n from generate_series(1, 1000) as n');
  await engine.pool.query('delete from kept');
  await engine.pool.query('select pg_stat_force_next_flush()');
  expect(await bytes()).toBeGreaterThan(0);
  // Nobody waits until it is time for that.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    engine.guard(() => 60_000);
    vi.runOnlyPendingTimers();
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(bytes).toBe(0);
  await expect.poll(log).toBeLessThan(1024 * 1024);
});

test('an endless statement gets no more time because housekeeping waits behind it', async () => {
  await engine.pool.query('select 1');
  const stuck = engine.pool.query(ENDLESS);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    engine.guard(() => 500);
    vi.runOnlyPendingTimers();
  } finally {
    vi.useRealTimers();
  }
  const since = performance.now();
  await expect(stuck).rejects.toMatchObject({ code: '57014' });
  // Housekeeping itself may take a minute.
  expect(performance.now() - since).toBeLessThan(30_000);
});
