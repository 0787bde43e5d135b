/** The databases that one test server leaves to the next: none must find what another has done. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBorrowed } from '../../src/database/engines/embedded/open-embedded.ts';
import type { DatabaseThread } from '../../src/database/engines/embedded/thread/database-thread.ts';
import type { Engine } from '../../src/database/engines/engine.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { fingerprintOf } from './borrow-thread.ts';
import { createTestDatabase } from './test-database.ts';

const USER =
  "insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'a', 'a', 'a@example.com')";

/** Does it in a borrowed database. @returns the rows of the last statement, and where it was */
async function use(...statements: string[]): Promise<{ rows: unknown[]; thread: DatabaseThread }> {
  return useExtended('', ...statements);
}

async function useExtended(extra: string, ...statements: string[]) {
  const { config } = await createTestDatabase(extra);
  if (config.kind !== 'memory' || !config.borrow) throw new Error('This database is not a borrowed one.');
  const lent = await config.borrow();
  const engine = await openBorrowed(async () => lent);
  let rows: unknown[] = [];
  for (const statement of statements) rows = (await engine.pool.query(statement)).rows;
  await engine.pool.end();
  await engine.close();
  return { rows, thread: lent.thread };
}

describe.skipIf(process.env.TEST_DATABASE_URL)('a database that a server leaves', () => {
  test('comes to the next one without its rows and its session', async () => {
    const next = "select nextval('auth.refresh_tokens_id_seq') as id";
    const one = await use(USER, next, 'begin', 'set search_path = auth');
    const other = await use('select 1 from auth.users');
    expect(other.rows).toEqual([]);
    expect(other.thread).toBe(one.thread);
    expect((await use('show search_path')).rows).not.toEqual([{ search_path: 'auth' }]);
  });

  test('comes without rows that no account leads to', async () => {
    await use("insert into public.organizations (name) values ('Left behind')");
    expect((await use('select name from public.organizations')).rows).toEqual([]);
  });

  test('comes with the buckets of the migrations alone', async () => {
    await use("insert into storage.buckets (id, name) values ('left', 'left')");
    const buckets = await use('select id from storage.buckets order by id');
    expect(buckets.rows).toEqual([{ id: 'avatars' }, { id: 'page-files' }]);
  });

  test('comes with its sequences at their start', async () => {
    const next = "select nextval('auth.refresh_tokens_id_seq') as id";
    await use(next);
    expect((await use(next)).rows).toEqual([{ id: '1' }]);
  });

  test('goes to those alone that want the same tables beside its own, and without their rows', async () => {
    const extra = 'create table mine (id int generated always as identity)';
    const next = 'insert into mine default values returning id';
    const one = await useExtended(extra, next);
    const other = await useExtended(extra, next);
    expect(other).toEqual({ rows: [{ id: 1 }], thread: one.thread });
    const plain = await use("select to_regclass('public.mine') as mine");
    expect(plain.rows).toEqual([{ mine: null }]);
    await useExtended(extra, 'drop table mine');
    expect((await useExtended(extra, next)).rows).toEqual([{ id: 1 }]);
  });

  test('goes to nobody once a test changed more than rows', async () => {
    const { thread } = await use('create table mine (id int)');
    expect((await use('select 1')).thread).not.toBe(thread);
  });
});

describe.skipIf(process.env.TEST_DATABASE_URL)('a database', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine((await createTestDatabase()).config);
  });
  afterAll(async () => {
    await engine.pool.end();
    await engine.close();
  });

  test.each([
    ['a table', 'create table mine (id int)'],
    ['a column', 'alter table pages add mine int'],
    ['row-level security', 'alter table pages disable row level security'],
    ['a privilege', 'grant select on auth.users to anon'],
    ['a function', 'create function mine() returns int language sql return 1'],
    ['a trigger that no longer fires', 'alter table pages disable trigger user'],
    ['a role', 'create role mine'],
    ['a setting', "alter database postgres set work_mem = '5MB'"],
    ['statistics', `${USER}; analyze auth.users`],
    ['a row of what came with it', 'delete from trellis_server.schema_migrations'],
    ['a row of it that is another now', 'update trellis_server.schema_migrations set name = name'],
  ])('has another fingerprint with %s changed', async (_, change) => {
    const client = await engine.pool.connect();
    const before = await fingerprintOf(client);
    await client.query(`begin; ${change}`);
    const changed = await fingerprintOf(client);
    await client.query('rollback');
    expect(changed).not.toBe(before);
    expect(await fingerprintOf(client)).toBe(before);
    client.release();
  });
});
