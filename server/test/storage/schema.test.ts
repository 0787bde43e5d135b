/** The schema `storage`, as policies and programs written for Supabase use it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Transaction } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let prepared: TestDatabase;
let database: Database;
beforeAll(async () => {
  prepared = await createTestDatabase();
  database = await openDatabase(prepared.config, { statementTimeoutS: 8 }, () => undefined);
  await sql("insert into storage.buckets (id, name) values ('b', 'b')");
  const names = [
    'a.txt',
    'B.txt',
    'docs/one.md',
    'docs/two.md',
    'docs/deep/three.md',
    'Docs2/x',
    'zoo/animal.png',
  ];
  for (const [index, name] of names.entries())
    await sql(
      `insert into storage.objects (bucket_id, name, created_at, updated_at, metadata)
        values ('b', '${name}', '2026-01-0${index + 1}', '2026-02-0${9 - index}', '{"size": ${index}}')`,
    );
});
afterAll(async () => {
  await database.close();
  await prepared[Symbol.asyncDispose]();
});

async function sql<Row extends object = Record<string, unknown>>(text: string): Promise<readonly Row[]> {
  return (await database.asOwner((transaction) => transaction.query<Row>({ text }))).rows;
}
const names = async (call: string) =>
  (await sql<{ name: string }>(`select name from ${call}`)).map(({ name }) => name);

test('names are taken apart as Supabase does', async () => {
  const [row] =
    await sql(`select storage.foldername('a/b/c.tar.gz') as folders, storage.filename('a/b/c.tar.gz') as file,
    storage.extension('a/b/c.tar.gz') as extension, storage.foldername('c') as none, storage.extension('a.b/c') as plain`);
  expect(row).toEqual({ folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz', none: [], plain: 'c' });
});

test('search lists a folder, with folders in it, whatever the case of the search', async () => {
  expect(await names("storage.search('', 'b')")).toEqual(['a.txt', 'B.txt', 'docs', 'Docs2', 'zoo']);
  expect(await names("storage.search('docs/', 'b')")).toEqual(['deep', 'one.md', 'two.md']);
  expect(await names("storage.search('docs/', 'b', search => 'T')")).toEqual(['two.md']);
  expect(await names("storage.search('', 'b', sortorder => 'desc', limits => 2, offsets => 1)")).toEqual([
    'Docs2',
    'docs',
  ]);
  expect(await names("storage.search('', 'b', sortcolumn => 'created_at', sortorder => 'desc')")).toEqual([
    'zoo',
    'Docs2',
    'docs',
    'B.txt',
    'a.txt',
  ]);
  expect(await names("storage.search('%', 'b')")).toEqual([]);
});

test('search_v2 lists a page at a time', async () => {
  expect(await names("storage.search_v2('', 'b', 3)")).toEqual(['B.txt', 'Docs2', 'a.txt']);
  expect(await names("storage.search_v2('', 'b', 3, start_after => 'a.txt')")).toEqual(['docs', 'zoo']);
  expect(await names("storage.search_v2('docs/', 'b', 9, 2, sort_order => 'desc')")).toEqual([
    'docs/two.md',
    'docs/one.md',
    'docs/deep',
  ]);
  expect(await names("storage.search_v2('', 'b', 9, 1, 'B.txt', 'asc', 'created_at', '2026-01-02')")).toEqual(
    ['docs', 'Docs2', 'zoo'],
  );
});

test('rows are deleted by the Storage API alone, and sizes are summed', async () => {
  await expect(sql("delete from storage.objects where name = 'a.txt'")).rejects.toMatchObject({
    code: '42501',
  });
  await expect(sql("delete from storage.buckets where id = 'b'")).rejects.toMatchObject({ code: '42501' });
  expect(await sql('select * from storage.get_size_by_bucket()')).toEqual([{ size: '21', bucket_id: 'b' }]);
});

test('policies can ask for the operation', async () => {
  const [row] = await database.asOwner(async (transaction) => {
    await transaction.query({ text: "set local storage.operation = 'storage.object.upload'" });
    const { rows } = await transaction.query({
      text: `select storage.operation() as operation, storage.allow_only_operation('object.upload') as only,
        storage.allow_any_operation(array['object.list', 'storage.object.upload']) as one_of,
        storage.allow_only_operation('') as empty, storage.allow_only_operation('object.list') as other`,
    });
    return rows;
  });
  expect(row).toEqual({
    operation: 'storage.object.upload',
    only: true,
    one_of: true,
    empty: false,
    other: false,
  });
});

test('a row takes a file that is noted, and notes the one that it lets go', async () => {
  const version = '00000000-0000-4000-8000-000000000001';
  const loose = async () =>
    (await sql<{ version: string }>('select version from trellis_server.loose_files')).map(
      (row) => row.version,
    );
  const take = (name: string) => (transaction: Transaction) =>
    transaction.query({ text: `update storage.objects set version = '${version}' where name = '${name}'` });
  await expect(database.asOwner(take('a.txt'))).rejects.toMatchObject({ code: 'TR0NF' });
  await sql(`insert into trellis_server.loose_files (version, due) values ('${version}', now())`);
  await database.asOwner(take('a.txt'));
  expect(await loose()).toEqual([]);
  // Another row cannot have it, too.
  await expect(database.asOwner(take('B.txt'))).rejects.toMatchObject({ code: 'TR0NF' });
  await database.asOwner(async (transaction) => {
    await transaction.query({ text: "set local storage.allow_delete_query = 'true'" });
    await transaction.query({ text: "delete from storage.objects where name = 'a.txt'" });
  });
  expect(await loose()).toEqual([version]);
});
