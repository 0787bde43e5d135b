/** A start on a Postgres whose schema is not what the migrations made, as after a restore that went half wrong. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findPostgresProgram,
  startPostgres,
  type ThrowawayPostgres,
} from '../../../scripts/throwaway-postgres.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { administer, databaseAt } from '../support/administer-postgres.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { startTestServer } from '../support/test-server.ts';

const SKIPPED = !process.env.TEST_DATABASE_URL;
const LAST = '(select max(version) from supabase_migrations.schema_migrations)';

describe.skipIf(SKIPPED)('a changed schema (needs TEST_DATABASE_URL)', () => {
  test.each([
    [
      'drop policy pages_select_member on public.pages',
      /^The database lacks 1 policy \(pages_select_member of public\.pages\)\. After a restore .+docs\/deploy\.md/,
    ],
    [
      'alter policy pages_select_member on public.pages using (true)',
      /^The database has others than its migrations made: 1 policy \(pages_select_member of public\.pages\)\./,
    ],
    [
      'alter table public.pages disable row level security',
      /lacks row level security on 1 table \(public\.pages\)/,
    ],
    [
      `create or replace function private.my_organization_ids(roles text[] default '{owner,admin,member}'::text[])
        returns setof uuid language sql stable security definer set search_path = '' as 'select id from public.organizations'`,
      /has others than its migrations made: 1 function \(private\.my_organization_ids\(text\[\]\)\)/,
    ],
    [
      'alter table public.pages disable trigger user',
      /others than its migrations made: \d+ triggers \(.+ of public\.pages/,
    ],
    [
      'alter table public.pages drop column description cascade',
      /lacks .*1 column \(public\.pages\.description\)/,
    ],
    [
      `update supabase_migrations.schema_migrations set statements = array['select 1'] where version = ${LAST}`,
      /^The database was made by another text of supabase\/migrations\/\d+_\w+\.sql: put back the file as it was/,
    ],
    [
      `update trellis_server.schema_migrations set digest = 'another' where version in ('0103', '0113')`,
      /^The database was made by another text of server\/src\/database\/migrations\/0103_\w+\.sql, server.+0113_/,
    ],
  ])('%s: the start is refused', async (sql, sentence) => {
    await using database = await createTestDatabase(sql);
    await expect(open(database.config)).rejects.toThrow(sentence);
  });

  test('roles get back what they had, and lose what they did not have', async () => {
    await using database = await createTestDatabase(`
      revoke select on public.pages from authenticated;
      revoke usage on schema private from authenticated;
      grant select on public.pages to anon;
      grant execute on function private.my_organization_ids(text[]) to public;
      create table public.operators_own (id int);
      grant select on public.operators_own to anon;
    `);
    const first = await open(database.config);
    expect(first.repaired).toEqual([
      'revoke execute on function private.my_organization_ids(text[]) from public',
      'revoke select on table public.pages from anon',
      'grant select on table public.pages to authenticated',
      'grant usage on schema private to authenticated',
    ]);
    const again = await open(database.config);
    expect(again.repaired).toEqual([]);
  });
});

describe.skipIf(SKIPPED)('a dump that is restored on another server (needs TEST_DATABASE_URL)', () => {
  let other: ThrowawayPostgres;
  let folder: string;
  let dump: string;
  beforeAll(async () => {
    other = await startPostgres();
    folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-dump-'));
    dump = path.join(folder, 'dump');
    await using database = await createTestDatabase();
    if (database.config.kind !== 'postgres') throw new Error('There is no Postgres.');
    await run('pg_dump', ['-Fc', '-f', dump, database.config.url]);
  });
  afterAll(async () => {
    await other?.stop();
    await rm(folder, { recursive: true });
  });

  /** @returns the address of a new database with the dump; statements of it may have failed */
  async function restore(...options: string[]): Promise<string> {
    const name = `restored_${randomBytes(4).toString('hex')}`;
    await administer(other.url, `create database ${name}`);
    const url = databaseAt(other.url, name);
    await run('pg_restore', [...options, '-d', url, dump]).catch(() => undefined);
    return url;
  }

  test('without the roles it comes without policies, and is refused; restored once more it is whole', async () => {
    await expect(open({ kind: 'postgres', url: await restore() })).rejects.toThrow(
      /^The database lacks \d\d policies \(.+ and \d+ more\)\. .+restore it once more: the roles that the dump names exist by now/,
    );
    const whole = await open({ kind: 'postgres', url: await restore() });
    expect(whole.repaired).toEqual([]);
  });

  test('without privileges it gets them all back', async () => {
    const url = await restore('--no-privileges');
    const first = await open({ kind: 'postgres', url });
    expect(first.repaired.length).toBeGreaterThan(200);
    expect(first.repaired).toContain('revoke execute on function realtime.record_change() from public');
    expect((await open({ kind: 'postgres', url })).repaired).toEqual([]);
  });
});

async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(await findPostgresProgram(program), args);
}

test.skipIf(SKIPPED)('a schema that breaks under a running server makes it not ready', async () => {
  await using server = await startTestServer();
  const ready = async () => {
    const response = await fetch(`${server.url}/health/ready`);
    return [response.status, await response.json()];
  };
  await server.database.asOwner((transaction) =>
    transaction.query({ text: 'drop policy pages_select_member on public.pages' }),
  );
  expect(await ready()).toEqual([
    503,
    { status: 'unavailable', problems: [expect.stringContaining('lacks 1 policy')] },
  ]);
});

/** Opens a database, and closes it again. @returns the statements that repaired it */
async function open(config: Parameters<typeof openDatabase>[0]): Promise<{ repaired: readonly string[] }> {
  const observations: Observation[] = [];
  const database = await openDatabase(config, { statementTimeoutS: 8 }, (it) => observations.push(it));
  await database.close();
  const repaired = observations.flatMap((it) => (it.kind === 'privileges-repaired' ? it.statements : []));
  return { repaired };
}
