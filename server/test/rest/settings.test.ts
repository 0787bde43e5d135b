/** Settings that an operator makes in the database, and details of a request that the database gets. */
import { createClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const set = (name: string, value: string) =>
  `do $$ begin execute format('alter database %I set pgrst.${name} = ''${value}''', current_database()); end $$`;

const { server, library } = useLibrary([
  'create schema archive',
  'grant usage on schema archive to anon, authenticated',
  'create table archive.papers (id int primary key, book_id int)',
  'grant select, insert on archive.papers to anon',
  "create function archive.age() returns int language sql stable as 'select 100'",
  set('db_schemas', 'public, archive'),
  set('db_max_rows', '3'),
  set('db_pre_request', 'check_request'),
  set('db_plan_enabled', 'true'),
  `create function public.check_request() returns void language plpgsql as $$ begin
    if current_setting('request.headers', true)::json ->> 'x-banned' is not null then
      raise sqlstate 'PT429' using message = 'Slow down';
    end if;
  end $$`,
  `create function public.seen() returns json language sql stable as $$
    select json_build_object('method', current_setting('request.method', true), 'path',
      current_setting('request.path', true), 'agent', current_setting('request.headers', true)::json ->> 'user-agent',
      'cookie', current_setting('request.cookies', true)::json ->> 'colour',
      'hidden', current_setting('request.headers', true)::json ->> 'cookie') $$`,
  `create function public.teapot() returns void language plpgsql as $$ begin
    perform set_config('response.status', '418', true);
    perform set_config('response.headers', '[{"X-Pot": "tea"}, {"Cache-Control": "no-store"}]', true);
  end $$`,
  `create function public.bad_answer(status text, headers text) returns void language plpgsql as $$ begin
    perform set_config('response.status', status, true);
    perform set_config('response.headers', headers, true);
  end $$`,
]);

beforeAll(() => library().reset());

test('gives no more rows than the operator allows, and counts them all', async () => {
  const { data, count, status } = await library()
    .anon.from('books')
    .select('id', { count: 'exact' })
    .limit(10);
  expect([data?.length, count, status]).toEqual([3, 4, 206]);
  const { data: embedded } = await library().anon.from('authors').select('id').limit(2);
  expect(embedded).toHaveLength(2);
});

test('answers for each exposed schema apart', async () => {
  const archive = createClient(server().url, server().secrets.publishableKey, { db: { schema: 'archive' } });
  expect((await archive.from('papers').insert({ id: 1, book_id: 1 }).select()).data).toEqual([
    { id: 1, book_id: 1 },
  ]);
  expect((await archive.rpc('age')).data).toBe(100);
  expect((await archive.from('books').select()).error).toMatchObject({
    code: 'PGRST205',
    message: "Could not find the table 'archive.books' in the schema cache",
  });
  const other = await library().ask('/books', { headers: { 'accept-profile': 'auth' } });
  expect(await other.json()).toMatchObject({
    code: 'PGRST106',
    hint: 'Only the following schemas are exposed: public, archive',
  });
  const named = await library().ask('/papers', { headers: { 'accept-profile': 'archive' } });
  expect(named.headers.get('content-profile')).toBe('archive');
});

test('tells functions about the request, and cookies apart from headers', async () => {
  const response = await library().ask('/rpc/seen', {
    headers: { 'user-agent': 'a test', cookie: 'a=b; colour="green"' },
  });
  expect(await response.json()).toEqual({
    method: 'GET',
    path: '/rpc/seen',
    agent: 'a test',
    cookie: 'green',
    hidden: null,
  });
});

test("asks the operator's function first, which may refuse", async () => {
  const refused = await library().ask('/authors', {
    method: 'POST',
    headers: { 'x-banned': 'yes', 'content-type': 'application/json' },
    body: '{"name":"Never"}',
  });
  expect([refused.status, await refused.json()]).toMatchObject([429, { message: 'Slow down' }]);
  expect(await library().sql("select from public.authors where name = 'Never'")).toEqual([]);
});

test('lets a function choose the status and headers, and refuses invalid ones', async () => {
  const chosen = await library().ask('/rpc/teapot', { method: 'POST' });
  expect([chosen.status, chosen.headers.get('x-pot'), chosen.headers.get('cache-control')]).toEqual([
    418,
    'tea',
    'no-store',
  ]);
  const ask = (status: string, headers: string) =>
    library()
      .anon.rpc('bad_answer', { status, headers })
      .then(({ error }) => error?.code);
  expect(await ask('abc', '')).toBe('PGRST112');
  expect(await ask('99', '')).toBe('PGRST112');
  expect(await ask('', '{"x":"y"}')).toBe('PGRST111');
  expect(await ask('', '[{"x":"a\\nb"}]')).toBe('PGRST111');
});

test('obeys a time zone, and refuses one that does not exist', async () => {
  const ask = (zone: string) =>
    library().ask('/authors?select=born&id=eq.3', { headers: { prefer: `timezone=${zone}` } });
  const berlin = await ask('Etc/GMT-2');
  expect(await berlin.json()).toEqual([{ born: '1930-05-11T02:00:00+02:00' }]);
  expect(berlin.headers.get('preference-applied')).toBe('timezone=Etc/GMT-2');
  expect((await ask('Jupiter/Red_Spot')).status).toBe(400);
});

test('reads settings and schema again when the database asks for it', async () => {
  const rows = async () => (await library().anon.from('tags').select('id')).data?.length;
  expect(await rows()).toBe(3);
  await library().sql(set('db_max_rows', '2'));
  expect(await rows()).toBe(3);
  await library().sql("notify pgrst, 'reload config'");
  await expect.poll(rows).toBe(2);
  await library().sql(set('db_max_rows', '3'));
  await library().sql('notify pgrst');
  await expect.poll(rows).toBe(3);
});

test('explains a statement, where the operator allows it', async () => {
  const { data } = await library().anon.from('books').select().explain();
  expect(data).toMatch(/Aggregate .*cost=/);
  const json = await library()
    .anon.from('books')
    .update({ title: 'Explained' })
    .eq('id', 1)
    .explain({ format: 'json', verbose: true });
  expect(json.data).toMatchObject([{ Plan: { Plans: expect.any(Array) } }]);
  expect(await library().sql("select from public.books where title = 'Explained'")).toEqual([]);
});

test('does not let a client choose how a transaction ends unless it may', async () => {
  const { status } = await library().ask('/authors?id=eq.3', {
    method: 'PATCH',
    headers: { prefer: 'tx=rollback', 'content-type': 'application/json' },
    body: '{"name":"Kept"}',
  });
  expect(status).toBe(204);
  expect(await library().sql('select name from public.authors where id = 3')).toEqual([{ name: 'Kept' }]);
});
