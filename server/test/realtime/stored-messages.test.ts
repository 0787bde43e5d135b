/** Rows of `realtime.messages` reach a process once each, in the order of their commits, whatever is lost on the way. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredMessage } from '../../src/protocols/realtime/contracts.ts';
import { followStoredMessages } from '../../src/protocols/realtime/database/stored-messages.ts';
import { openRealtimeTest, type RealtimeTestDatabase, withLine } from './realtime-database.ts';

const MOST_BYTES = 1000;

let opened: RealtimeTestDatabase;
beforeAll(async () => {
  opened = await openRealtimeTest();
});
afterAll(() => opened[Symbol.asyncDispose]());

let line: ReturnType<typeof withLine>;
let followed: Awaited<ReturnType<typeof followStoredMessages>>;
let heard: StoredMessage[];
beforeEach(async () => {
  await opened.sql('delete from realtime.messages');
  line = withLine(opened.database);
  followed = await followStoredMessages(line.database, { mostBytes: MOST_BYTES }, () => undefined);
  heard = [];
  followed.onMessage((message) => heard.push(message));
});
afterEach(() => followed.stop());

const send = (event: string, topic = 'room', isPrivate = true) =>
  opened.sql(`select realtime.send('{"n": 12345678901234567890}', $1, $2, $3)`, [event, topic, isPrivate]);
const events = () => heard.map(({ event }) => event);

describe('a new message', () => {
  test('is handed out with its payload as it was written', async () => {
    await send('json', 'a room\nwith two lines', false);
    await opened.sql(`select realtime.send_binary('\\x00ff', 'bytes', 'room')`);
    await expect.poll(events).toEqual(['json', 'bytes']);
    const [json, bytes] = heard;
    expect(json).toMatchObject({ topic: 'a room\nwith two lines', private: false });
    expect(json?.payload).toMatchObject({ encoding: 'json' });
    expect(json?.payload.encoding === 'json' && json.payload.text).toContain('12345678901234567890');
    expect(bytes?.payload.encoding === 'binary' && [...bytes.payload.bytes]).toEqual([0, 255]);
  });

  test('is handed out when its transaction commits, and not when that is undone', async () => {
    await opened.database
      .asOwner(async (transaction) => {
        await transaction.query({ text: `select realtime.send('{}', 'undone', 'room')` });
        throw new Error('no');
      })
      .catch(() => undefined);
    await opened.sql(`select realtime.send('{}', 'e' || n, 'room') from generate_series(1, 120) as n`);
    await send('last');
    const expected = [...Array.from({ length: 120 }, (_, index) => `e${index + 1}`), 'last'];
    await expect.poll(events).toEqual(expected);
  });

  test('is read and handed out only when somebody here waits for its topic', async () => {
    followed.stop();
    followed = await followStoredMessages(line.database, { mostBytes: MOST_BYTES }, () => undefined);
    const mine: string[] = [];
    const stop = followed.onMessage(
      (message) => mine.push(message.event),
      (topic, isPrivate) => topic === 'mine' && isPrivate,
    );
    await send('first', 'mine');
    await expect.poll(() => mine).toEqual(['first']);
    const transactions = line.transactions();
    await send('other');
    await send('public', 'mine', false);
    await send('last', 'mine');
    await expect.poll(() => mine).toEqual(['first', 'last']);
    expect(line.transactions() - transactions).toBe(1);

    followed.onMessage((message) => heard.push(message));
    await send('too long to be told', 'long '.repeat(1500));
    await expect.poll(events).toEqual(['too long to be told']);
    stop();
    await send('unheard', 'mine');
    await expect.poll(events).toEqual(['too long to be told', 'unheard']);
    expect(mine).toEqual(['first', 'last']);
  });

  test('is left out when it is too large, and when it says nothing', async () => {
    await opened.sql(
      `select realtime.send(jsonb_build_object('text', repeat('x', ${MOST_BYTES})), 'large', 'room')`,
    );
    await opened.sql(
      `insert into realtime.messages (topic, extension, private) values ('room', 'broadcast', true)`,
    );
    await send('small');
    await expect.poll(events).toEqual(['small']);
  });
});

test('a listener that throws gets nothing twice and keeps no other from a message', async () => {
  followed.onMessage(() => {
    throw new Error('no');
  });
  const after: string[] = [];
  followed.onMessage(({ event }) => after.push(event));
  await send('one');
  await send('two');
  await expect.poll(() => after).toEqual(['one', 'two']);
  expect(events()).toEqual(['one', 'two']);
});

describe('after the line was cut', () => {
  test('everything comes that was committed meanwhile, once', async () => {
    await send('before');
    await expect.poll(events).toEqual(['before']);
    line.cut();
    await send('lost 1');
    await send('lost 2');
    await send('unheard of', 'room', false);
    line.restore();
    await send('after');
    await expect.poll(events).toEqual(['before', 'lost 1', 'lost 2', 'unheard of', 'after']);
    line.cut();
    line.restore();
    await send('last');
    await expect.poll(events).toEqual(['before', 'lost 1', 'lost 2', 'unheard of', 'after', 'last']);
  });

  test('what one transaction sent comes in the order in which it was sent', async () => {
    const expected = Array.from({ length: 30 }, (_, index) => `e${index}`);
    line.cut();
    await opened.sql(`select realtime.send('{}', 'e' || n, 'room') from generate_series(0, 29) as n`);
    expect((await followed.replay('room', 0, 25)).map(({ event }) => event)).toEqual(expected.slice(-25));
    line.restore();
    await expect.poll(events).toEqual(expected);
  });

  test.skipIf(!process.env.TEST_DATABASE_URL)('so does what was written long before its commit', async () => {
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
    const slow = opened.database.asOwner(async (transaction) => {
      await transaction.query({ text: `select realtime.send('{}', 'slow', 'room')` });
      wrote();
      await mayCommit;
    });
    await written;
    await send('quick');
    await expect.poll(events).toEqual(['quick']);
    line.cut();
    commit();
    await slow;
    line.restore();
    await expect.poll(events).toEqual(['quick', 'slow']);
  });

  test('what was told before the last horizon is forgotten, and does not come again', async () => {
    await send('one');
    await expect.poll(events).toEqual(['one']);
    for (let turn = 0; turn < 3; turn++) {
      await tellHorizon();
      await send(`turn ${turn}`);
    }
    line.cut();
    await send('lost');
    line.restore();
    await send('two');
    await expect.poll(events).toEqual(['one', 'turn 0', 'turn 1', 'turn 2', 'lost', 'two']);
  });
});

/** As any process does after some seconds. */
const tellHorizon = () =>
  opened.sql(`select pg_notify('realtime_messages', concat_ws(' ', 'horizon', pg_snapshot_xmin(s), pg_snapshot_xmax(s),
    pg_current_xact_id(), floor(extract(epoch from clock_timestamp()) * 1000)::bigint)) from pg_current_snapshot() as s`);

describe('replay', () => {
  const replayed = async (sinceMs: number, limit: number) =>
    (await followed.replay('room', sinceMs, limit)).map(({ event }) => event);

  test('has the newest of a private topic, the oldest first, and 25 at most', async () => {
    await opened.sql(`insert into realtime.messages (topic, extension, event, private, payload, inserted_at)
      select 'room', 'broadcast', n::text, true, '{}', now() at time zone 'utc' - n * interval '1 minute'
      from generate_series(1, 30) as n`);
    await send('public', 'room', false);
    await send('elsewhere', 'hall');
    await opened.sql(`insert into realtime.messages (topic, extension, event, private, payload) values
      ('room', 'presence', 'presence', true, '{}')`);
    expect(await replayed(0, 3)).toEqual(['3', '2', '1']);
    expect(await replayed(0, 0)).toEqual(['1']);
    expect(await replayed(0, 100)).toHaveLength(25);
    expect(await replayed(Date.now() - 150_000, 25)).toEqual(['2', '1']);
    expect(await replayed(Date.now() + 150_000, 25)).toEqual([]);
  });
});
