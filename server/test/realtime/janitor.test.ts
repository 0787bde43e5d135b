/** Old messages are deleted, all of them, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepChanges, sweepMessages } from '../../src/protocols/realtime/database/janitor.ts';
import { openRealtimeTest, type RealtimeTestDatabase } from './realtime-database.ts';

let opened: RealtimeTestDatabase;
beforeAll(async () => {
  opened = await openRealtimeTest();
});
afterAll(() => opened[Symbol.asyncDispose]());

test('messages are kept for three days', async () => {
  await opened.sql(`insert into realtime.messages (topic, extension, event, inserted_at)
    select 'room', 'broadcast', 'old', now() at time zone 'utc' - interval '73 hours' from generate_series(1, 2500)`);
  await opened.sql(`insert into realtime.messages (topic, extension, event, inserted_at)
    values ('room', 'broadcast', 'young', now() at time zone 'utc' - interval '71 hours')`);
  await sweepMessages(opened.database);
  expect(await opened.sql('select event from realtime.messages')).toEqual([{ event: 'young' }]);
});

test('the newest messages are kept, and those that a process may not have sent', async () => {
  await opened.sql('delete from realtime.messages');
  await opened.sql(`insert into realtime.messages (topic, extension, event, inserted_at)
    select 'room', 'broadcast', minutes::text, now() at time zone 'utc' - make_interval(mins => minutes)
    from generate_series(1, 1500) as minutes`);
  const kept = async (most: number) => {
    await sweepMessages(opened.database, most);
    const [row] = await opened.sql(
      'select count(*)::int as count, max(event::int) as oldest from realtime.messages',
    );
    return row;
  };
  expect(await kept(1500)).toEqual({ count: 1500, oldest: 1500 });
  expect(await kept(100)).toEqual({ count: 100, oldest: 100 });
  expect(await kept(2)).toEqual({ count: 4, oldest: 4 });
});

test('recorded changes are kept for some minutes', async () => {
  await opened.sql(`insert into realtime.changes (relation, action, recorded_at)
    select 1, 'DELETE', now() - interval '16 minutes' from generate_series(1, 1500)`);
  await opened.sql(`insert into realtime.changes (relation, action, recorded_at)
    values (2, 'DELETE', now() - interval '14 minutes')`);
  await sweepChanges(opened.database);
  expect(await opened.sql('select relation from realtime.changes')).toEqual([{ relation: 2 }]);
});
