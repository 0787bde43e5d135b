/** The schema `realtime` as database functions use it: what is sent, what is refused, and what only warns. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRealtimeTest, type RealtimeTestDatabase } from './realtime-database.ts';

interface Message {
  readonly id: string;
  readonly topic: string;
  readonly extension: string;
  readonly event: string;
  readonly private: boolean;
  readonly payload: Record<string, unknown> | null;
  readonly binary_payload: Buffer | null;
}

let opened: RealtimeTestDatabase;
beforeAll(async () => {
  opened = await openRealtimeTest();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(() => opened.sql('delete from realtime.messages'));

const sql: RealtimeTestDatabase['sql'] = (text, values) => opened.sql(text, values);
const messages = () => sql<Message>('select * from realtime.messages order by inserted_at, ctid, event');

/** In one transaction as a role, which ends as it was. */
const asRole = (role: string, text: string) =>
  opened.database.asCaller({ role: role as 'anon', claims: { role } }, {}, (transaction) =>
    transaction.query({ text }),
  );

describe('realtime.send', () => {
  test('writes a private broadcast with an id of its own, unless the payload has one', async () => {
    await sql(`select realtime.send('{"a": 1}', 'first', 'room')`);
    await sql(`select realtime.send('{"id": "mine"}', 'second', 'room', false)`);
    const [first, second] = await messages();
    expect(first).toMatchObject({
      topic: 'room',
      event: 'first',
      private: true,
      extension: 'broadcast',
      payload: { a: 1, id: first?.id },
    });
    expect(second).toMatchObject({ private: false, payload: { id: 'mine' } });
  });

  test('writes bytes as they are', async () => {
    await sql(`select realtime.send_binary('\\x00ff', 'bytes', 'room')`);
    const [message] = await messages();
    expect(message).toMatchObject({ payload: null, private: true, event: 'bytes' });
    expect([...(message?.binary_payload ?? [])]).toEqual([0, 255]);
  });

  test('tells policies its topic', async () => {
    const [row] = await sql<{ topic: string }>(
      `with sent as materialized (select realtime.send('{}', 'e', 'a ''quoted" topic'))
      select realtime.topic() as topic from sent`,
    );
    expect(row?.topic).toBe(`a 'quoted" topic`);
  });

  test('only warns of what cannot be sent', async () => {
    await sql(`select realtime.send('3', 'e', 'room')`);
    await sql(`select realtime.send('{}', 'e', null)`);
    await sql('select realtime.send_binary(null, $1, null)', ['e']);
    expect(await messages()).toEqual([]);
  });

  test('needs a policy for a role of the API, and undoes nothing else without one', async () => {
    await sql('create table public.kept (id integer)');
    await sql('grant insert on public.kept to authenticated');
    await asRole('authenticated', `insert into public.kept select 1 from realtime.send('{}', 'e', 'room')`);
    expect(await messages()).toEqual([]);
    expect(await sql('select id from public.kept')).toEqual([{ id: 1 }]);

    await sql(`create policy say on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'room' and extension = 'broadcast')`);
    await asRole('authenticated', `select realtime.send('{}', 'mine', 'room')`);
    await asRole('authenticated', `select realtime.send('{}', 'other', 'elsewhere')`);
    await asRole('anon', `select realtime.send('{}', 'anonymous', 'room')`);
    expect((await messages()).map(({ event }) => event)).toEqual(['mine']);
    await sql('drop policy say on realtime.messages');
    await sql('drop table public.kept');
  });
});

test('roles of the API neither read what they may not nor delete anything', async () => {
  await sql(`select realtime.send('{}', 'e', 'room')`);
  for (const role of ['anon', 'authenticated']) {
    const { rows } = await asRole(role, 'select * from realtime.messages');
    expect(rows).toEqual([]);
    await expect(asRole(role, 'delete from realtime.messages')).rejects.toMatchObject({ code: '42501' });
    await expect(asRole(role, 'select from realtime.changes')).rejects.toMatchObject({ code: '42501' });
  }
});

describe('realtime.broadcast_changes', () => {
  beforeAll(async () => {
    await sql('create table public.notes (id integer primary key, text text)');
    await sql(`create function public.tell() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
        return null;
      end $$`);
  });
  afterAll(() => sql('drop table public.notes; drop function public.tell()'));

  test('sends the change of a row', async () => {
    await sql(
      'create trigger tell after insert or update or delete on public.notes for each row execute function public.tell()',
    );
    await sql(`insert into public.notes values (1, 'a')`);
    await sql(`update public.notes set text = 'b'`);
    await sql('delete from public.notes');
    const sent = (await messages()).map(({ payload, id }) => ({ ...payload, id: payload?.id === id }));
    const table = { table: 'notes', schema: 'public', id: true };
    expect(sent).toEqual([
      { ...table, operation: 'INSERT', old_record: null, record: { id: 1, text: 'a' } },
      { ...table, operation: 'UPDATE', old_record: { id: 1, text: 'a' }, record: { id: 1, text: 'b' } },
      { ...table, operation: 'DELETE', old_record: { id: 1, text: 'b' }, record: null },
    ]);
    await sql('drop trigger tell on public.notes');
  });

  test('refuses triggers of statements, and other operations', async () => {
    await sql('create trigger tell after insert on public.notes execute function public.tell()');
    await expect(sql(`insert into public.notes values (2, 'a')`)).rejects.toThrow(
      'Failed to process the row: function can only be triggered for each row, not for each statement',
    );
    await expect(
      sql(`select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 'notes', 'public', null, null)`),
    ).rejects.toThrow('Failed to process the row: Unexpected operation type: TRUNCATE');
    await sql('drop trigger tell on public.notes');
  });
});
