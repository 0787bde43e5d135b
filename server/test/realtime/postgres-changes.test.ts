/** `postgres_changes`: which changes of which tables reach whom, and in what form. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/database/database.ts';
import type { ChangeBinding } from '../../src/protocols/realtime/contracts.ts';
import { followPostgresChanges } from '../../src/protocols/realtime/database/changes/postgres-changes.ts';
import { openRealtimeTest, type RealtimeTestDatabase, withLine } from './realtime-database.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';
const signedIn = (sub: string, claims: object = {}): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub, ...claims },
});
const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };

interface Heard {
  readonly ids: readonly number[];
  readonly type: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly record?: Record<string, unknown>;
  readonly old_record?: Record<string, unknown>;
  readonly commit_timestamp: string | null;
  readonly errors: readonly string[] | null;
}

let opened: RealtimeTestDatabase;
let line: ReturnType<typeof withLine>;
let changes: Awaited<ReturnType<typeof followPostgresChanges>>;
let problems: unknown[];
const sql: RealtimeTestDatabase['sql'] = (text, values) => opened.sql(text, values);

beforeAll(async () => {
  opened = await openRealtimeTest();
  await sql(`create table public.notes (
    id integer primary key, text text, owner uuid, amount numeric, tags text[], bytes bytea, done boolean, secret text)`);
  await sql('revoke all on public.notes from anon, authenticated');
  await sql(
    'grant select (id, text, owner, amount, tags, bytes, done) on public.notes to authenticated, anon',
  );
  await sql('create table public.guarded (id integer primary key, owner uuid, text text)');
  await sql('alter table public.guarded enable row level security');
  await sql(`create policy own on public.guarded for select to authenticated
    using (owner = (select auth.uid()) and (select auth.jwt() ->> 'aal') is distinct from 'aal1')`);
  await sql('create table public.keyless (text text)');
  await sql('create table public.apart (id integer primary key)');
  await sql('alter publication supabase_realtime add table public.notes, public.guarded, public.keyless');
});
afterAll(() => opened[Symbol.asyncDispose]());

beforeEach(async () => {
  problems = [];
  line = withLine(opened.database);
  changes = await followPostgresChanges(line.database, (observation) => problems.push(observation));
});
afterEach(async () => {
  changes.stop();
  await sql('truncate public.notes, public.guarded, public.keyless, realtime.changes');
});

async function subscribe(caller: Caller, ...bindings: Partial<ChangeBinding>[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  await changes.subscribe(
    caller,
    bindings.map((binding, index) => ({
      id: index + 1,
      event: '*',
      schema: 'public',
      table: 'notes',
      ...binding,
    })),
    ({ ids, type, data }) => {
      const parsed = JSON.parse(data) as Heard;
      expect(parsed.type).toBe(type);
      heard.push({ ...parsed, ids });
    },
  );
  return heard;
}

const texts = (heard: readonly Heard[]) => heard.map(({ record }) => record?.text);

describe('the payload', () => {
  test('has what changed, with the columns that the role may read', async () => {
    const heard = await subscribe(signedIn(ANN), {});
    await sql(`insert into public.notes values (1, 'a', null, 1.50, '{x,y}', '\\x0102', true, 'hidden')`);
    await sql(`update public.notes set text = 'b'`);
    await sql('delete from public.notes');
    await expect.poll(() => heard.map(({ type }) => type)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    const [inserted, updated, deleted] = heard;
    expect(inserted?.columns).toEqual([
      { name: 'id', type: 'int4' },
      { name: 'text', type: 'text' },
      { name: 'owner', type: 'uuid' },
      { name: 'amount', type: 'numeric' },
      { name: 'tags', type: '_text' },
      { name: 'bytes', type: 'bytea' },
      { name: 'done', type: 'bool' },
    ]);
    expect(inserted?.record).toEqual({
      id: 1,
      text: 'a',
      owner: null,
      amount: 1.5,
      tags: ['x', 'y'],
      bytes: '0102',
      done: true,
    });
    expect(inserted).toMatchObject({ ids: [1], schema: 'public', table: 'notes', errors: null });
    expect(inserted?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(inserted).not.toHaveProperty('old_record');
    expect(updated).toMatchObject({ record: { id: 1, text: 'b' }, old_record: { id: 1 } });
    expect(updated?.old_record).toEqual({ id: 1 });
    expect(deleted).not.toHaveProperty('record');
    expect(deleted?.old_record).toEqual({ id: 1 });
  });

  test('has all of the old row when the table keeps it', async () => {
    await sql('alter table public.notes replica identity full');
    const heard = await subscribe(signedIn(ANN), { filter: 'text=eq.a' });
    await sql(`insert into public.notes values (1, 'a'), (2, 'b')`);
    await sql('delete from public.notes');
    await sql('alter table public.notes replica identity default');
    await expect.poll(() => heard.map(({ type }) => type)).toEqual(['INSERT', 'DELETE']);
    expect(heard[1]?.old_record).toMatchObject({ id: 1, text: 'a' });
    expect(heard[1]?.old_record).not.toHaveProperty('secret');
  });

  test('has the selected columns and the key, and one message for each selection', async () => {
    const heard = await subscribe(
      signedIn(ANN),
      { select: ['text'] },
      { event: 'INSERT' },
      { event: 'INSERT', filter: 'id=gt.0' },
      { event: 'DELETE' },
    );
    await sql(`insert into public.notes values (1, 'a')`);
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard[0]).toMatchObject({ ids: [1], record: { id: 1, text: 'a' } });
    expect(Object.keys(heard[0]?.record ?? {}).sort()).toEqual(['id', 'text']);
    expect(heard[0]?.columns.map(({ name }) => name)).toEqual(['id', 'text']);
    expect(heard[1]?.ids).toEqual([2, 3]);
  });

  test('leaves out large values of a change above 1 MiB', async () => {
    const heard = await subscribe(signedIn(ANN), { filter: 'text=like.xx%' });
    await sql(`insert into public.notes (id, text, amount) values (1, repeat('x', 1100000), 7)`);
    await expect.poll(() => heard).toHaveLength(1);
    expect(heard[0]?.errors).toEqual(['Error 413: Payload Too Large']);
    expect(heard[0]?.record).toMatchObject({ id: 1, amount: 7 });
    expect(heard[0]?.record).not.toHaveProperty('text');
  });

  test('only says that something happened without a key, or without the right to read it', async () => {
    const keyless = await subscribe(signedIn(ANN), { table: 'keyless' });
    await sql('revoke select on public.guarded from anon');
    const guarded = await subscribe({ role: 'anon', claims: { role: 'anon' } }, { table: 'guarded' });
    await sql(`insert into public.keyless values ('a')`);
    await sql(`insert into public.guarded values (1, null, 'a')`);
    await expect.poll(() => [...keyless, ...guarded]).toHaveLength(2);
    expect(keyless[0]).toMatchObject({ errors: ['Error 400: Bad Request, no primary key'], record: {} });
    expect(guarded[0]).toMatchObject({ errors: ['Error 401: Unauthorized'], record: {}, columns: [] });
    await sql('grant select on public.guarded to anon');
  });
});

describe('filters', () => {
  test.each([
    ['text=eq.b', 'b'],
    ['text=neq.b', 'a,B,it\'s "q", null'],
    ['amount=lt.10', 'a'],
    ['amount=lte.10', 'a,b'],
    ['amount=gt.10', 'B'],
    ['amount=gte.10.0', 'b,B'],
    ['text=in.(a,"it\'s \\"q\\", null")', 'a,it\'s "q", null'],
    ['id=in.(1,3)', 'a,B'],
    ['text=like.it%', 'it\'s "q", null'],
    ['text=ilike.B', 'b,B'],
    ['text=is.null', ''],
    ['done=is.true', 'b'],
    ['done=is.unknown', 'B,it\'s "q", null,'],
    ['text=match.^[ab]$', 'a,b'],
    ['text=imatch.^b$', 'b,B'],
    ['text=isdistinct.a', 'b,B,it\'s "q", null,'],
    ['text=not.isdistinct.a', 'a'],
    ['text=not.eq.b', 'a,B,it\'s "q", null'],
    ['text=not.is.null,amount=not.gt.5', 'a'],
    ['text=eq."it\'s \\"q\\", null"', 'it\'s "q", null'],
    ['tags=eq.{x}', 'b'],
    ['text=eq.a,text=eq.b', undefined],
    ["text=eq.'; drop table public.notes; --", undefined],
  ])('%s', async (filter, expected) => {
    const heard = await subscribe(signedIn(ANN), { filter });
    const last = await subscribe(signedIn(ANN), { filter: 'id=eq.6' });
    await sql(
      `insert into public.notes (id, text, amount, done, tags) values
      (1, 'a', 2, false, null), (2, 'b', 10, true, '{x}'), (3, 'B', 11, null, '{y}'),
      (4, $1, null, null, null), (5, null, null, null, null)`,
      [`it's "q", null`],
    );
    await sql(`insert into public.notes (id, text, amount) values (6, null, null)`);
    await expect.poll(() => last).toHaveLength(1);
    const found = heard.filter(({ record }) => record?.id !== 6);
    expect(found.length === 0 ? undefined : texts(found).join(',')).toBe(expected);
    expect(problems).toEqual([]);
  });

  test.each([
    [{ filter: 'missing=eq.1' }, 'invalid column for filter missing'],
    [{ filter: 'secret=eq.1' }, 'invalid column for filter secret'],
    [{ filter: 'id=eq.x' }, 'invalid input syntax for type integer'],
    [{ filter: 'text=is.maybe' }, 'must be null, true, false, or unknown'],
    [{ filter: 'text=is.true' }, 'is true filter requires a boolean column, got text'],
    [{ filter: 'id=like.1' }, 'operator like requires a text-compatible column type, got integer'],
    [{ filter: 'text=match.(' }, 'invalid regular expression'],
    [{ filter: `id=in.(${Array.from({ length: 101 }, (_, n) => n).join()})` }, 'Maximum 100'],
    [{ select: ['id', 'secret'] }, 'invalid column for select secret'],
    [{ table: 'apart' }, 'Please check Realtime is enabled for the given connect parameters'],
    [{ table: 'notes"; drop table public.notes; --' }, 'Please check Realtime is enabled'],
    [{ schema: 'auth', table: 'users' }, 'Please check Realtime is enabled'],
  ] as const)('refuses %j', async (binding, problem) => {
    await expect(subscribe(signedIn(ANN), binding)).rejects.toThrow(problem);
  });

  test('on a column that the key of a deleted row lacks passes none', async () => {
    const heard = await subscribe(signedIn(ANN), { filter: 'text=is.null' });
    const all = await subscribe(signedIn(ANN), {});
    await sql('insert into public.notes (id) values (1)');
    await sql('delete from public.notes');
    await expect.poll(() => all).toHaveLength(2);
    expect(heard.map(({ type }) => type)).toEqual(['INSERT']);
  });

  test('one that no longer fits its column keeps no other from being tried', async () => {
    await sql('create table public.shifting (id integer primary key, kind text, code text)');
    await sql('alter publication supabase_realtime add table public.shifting');
    const broken = await subscribe(signedIn(ANN), { table: 'shifting', filter: 'kind=eq.a' });
    const whole = await subscribe(signedIn(BEN), { table: 'shifting', filter: 'code=eq.a' });
    await sql('alter table public.shifting alter column kind type integer using 1');
    await sql(`insert into public.shifting values (1, 1, 'a')`);
    await expect.poll(() => whole).toHaveLength(1);
    expect(broken).toEqual([]);
    expect(problems).toHaveLength(1);
    await sql('drop table public.shifting');
  });
});

describe('row-level security', () => {
  test('shows each caller their own rows, and the keys alone of deleted ones', async () => {
    const ann = await subscribe(signedIn(ANN), { table: 'guarded' });
    const ben = await subscribe(signedIn(BEN), { table: 'guarded' });
    const liar = await subscribe(signedIn(BEN, { role: 'service_role' }), { table: 'guarded' });
    const weak = await subscribe(signedIn(ANN, { aal: 'aal1' }), { table: 'guarded' });
    const service = await subscribe(SERVICE, { table: 'guarded' });
    await sql(`insert into public.guarded values (1, '${ANN}', 'of Ann'), (2, '${BEN}', 'of Ben')`);
    // Nobody would see a row that was deleted at once.
    await expect.poll(() => [texts(service), texts(ann)]).toEqual([['of Ann', 'of Ben'], ['of Ann']]);
    await sql('alter table public.guarded replica identity full');
    await sql('delete from public.guarded where id = 1');
    await sql('alter table public.guarded replica identity default');
    await expect.poll(() => service).toHaveLength(3);
    expect(texts(service)).toEqual(['of Ann', 'of Ben', undefined]);
    expect(texts(ann)).toEqual(['of Ann', undefined]);
    expect(texts(ben)).toEqual(['of Ben', undefined]);
    expect(texts(liar)).toEqual(['of Ben', undefined]);
    expect(texts(weak)).toEqual([undefined]);
    for (const heard of [ann, ben, weak, service]) expect(heard.at(-1)?.old_record).toEqual({ id: 1 });
  });

  test('is asked once for each distinct caller, whatever the number of sockets', async () => {
    const heard = await Promise.all(
      Array.from({ length: 20 }, () => subscribe(signedIn(ANN), { table: 'guarded' })),
    );
    const before = line.calls();
    await sql(`insert into public.guarded values (1, '${ANN}', 'of Ann')`);
    await expect.poll(() => heard.map((one) => one.length)).toEqual(heard.map(() => 1));
    expect(line.calls() - before).toBe(1);
  });

  test('is asked about a pattern of a caller in their name', async () => {
    const ann = await subscribe(signedIn(ANN), { table: 'guarded', filter: 'text=like.of%' });
    await sql(
      `insert into public.guarded values (1, '${ANN}', 'of Ann'), (2, '${BEN}', 'of Ben'), (3, '${ANN}', 'x')`,
    );
    await sql(`insert into public.guarded values (4, '${ANN}', 'of Ann, too')`);
    await expect.poll(() => texts(ann)).toEqual(['of Ann', 'of Ann, too']);
  });
});

describe('recording', () => {
  const triggers = () =>
    sql<{ name: string }>(`select tgrelid::regclass::text as name from pg_trigger
      where tgname = 'realtime_record_change' order by 1`).then((rows) => rows.map(({ name }) => name));

  test('begins with a subscription and ends with the publication', async () => {
    await sql('create table public.later (id integer primary key)');
    await sql('alter publication supabase_realtime add table public.later');
    expect(await triggers()).not.toContain('later');
    const heard = await subscribe(SERVICE, { table: 'later' });
    expect(await triggers()).toContain('later');
    await sql('insert into public.later values (1)');
    await expect.poll(() => heard).toHaveLength(1);

    await sql('alter publication supabase_realtime drop table public.later');
    const other = await subscribe(SERVICE, {});
    await sql('insert into public.later values (2)');
    await sql('insert into public.notes (id) values (1)');
    await expect.poll(() => other).toHaveLength(1);
    expect(heard).toHaveLength(1);
    await changes.followPublication();
    expect(await triggers()).not.toContain('later');
    await sql('drop table public.later');
  });

  test('begins for a table that is published after somebody has subscribed to all', async () => {
    const heard = await subscribe(SERVICE, { schema: '*', table: '*' });
    await sql('create table public.newest (id integer primary key)');
    await sql('alter publication supabase_realtime add table public.newest');
    await changes.followPublication();
    await sql('insert into public.newest values (1)');
    await expect.poll(() => heard.map(({ table }) => table)).toEqual(['newest']);
    await sql('drop table public.newest');
  });

  test('tells of the actions alone that are published', async () => {
    await sql(`alter publication supabase_realtime set (publish = 'insert, delete')`);
    const heard = await subscribe(SERVICE, {});
    await sql('insert into public.notes (id) values (1)');
    await sql('update public.notes set id = 2');
    await sql('delete from public.notes');
    await expect.poll(() => heard.map(({ type }) => type)).toEqual(['INSERT', 'DELETE']);
    await sql(`alter publication supabase_realtime set (publish = 'insert, update, delete')`);
  });
});

describe('delivery', () => {
  test('is in the order of the changes, of all of a large transaction, and once', async () => {
    const heard = await subscribe(SERVICE, {});
    await sql('insert into public.notes (id) select n from generate_series(1, 350) as n');
    await sql('insert into public.notes (id) values (351)');
    await expect.poll(() => heard).toHaveLength(351);
    expect(heard.map(({ record }) => record?.id)).toEqual(
      Array.from({ length: 351 }, (_, index) => index + 1),
    );
  });

  test('has what was missed while the line was cut, once', async () => {
    const heard = await subscribe(SERVICE, {});
    await sql(`insert into public.notes (id, text) values (1, 'before')`);
    await expect.poll(() => texts(heard)).toEqual(['before']);
    line.cut();
    await sql(`insert into public.notes (id, text) values (2, 'lost')`);
    line.restore();
    await sql(`insert into public.notes (id, text) values (3, 'after')`);
    await expect.poll(() => texts(heard)).toEqual(['before', 'lost', 'after']);
  });

  test('to one that throws keeps no other from a change', async () => {
    const binding = { id: 1, event: '*', schema: 'public', table: 'notes' };
    await changes.subscribe(SERVICE, [binding], () => {
      throw new Error('no');
    });
    const other = await subscribe(SERVICE, {});
    await sql('insert into public.notes (id) values (1)');
    await sql('insert into public.notes (id) values (2)');
    await expect.poll(() => other.map(({ record }) => record?.id)).toEqual([1, 2]);
  });

  test('ends with the subscription', async () => {
    const heard: string[] = [];
    const binding = { id: 1, event: '*', schema: 'public', table: 'notes' };
    const subscription = await changes.subscribe(SERVICE, [binding], ({ data }) => heard.push(data));
    const other = await subscribe(SERVICE, {});
    subscription.close();
    await sql('insert into public.notes (id) values (1)');
    await expect.poll(() => other).toHaveLength(1);
    expect(heard).toEqual([]);
  });
});
