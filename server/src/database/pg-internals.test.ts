/** The inside of `pg` is as pg-internals.ts says: its functions over real connections, on both kinds of engine. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import type { Engine } from './engines/engine.ts';
import { openEngine } from './engines/open-engine.ts';
import {
  activeQuery,
  type Done,
  holdBack,
  interceptAnswers,
  isPreparedOn,
  type WireConnection,
  WireQuery,
} from './pg-internals.ts';

let testDatabase: TestDatabase;
let engine: Engine;
let client: pg.PoolClient;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  engine = await openEngine(testDatabase.config);
  client = await engine.pool.connect();
});
afterAll(async () => {
  client.release(true);
  await engine.pool.end();
  await engine.close();
  await testDatabase[Symbol.asyncDispose]();
});

test('a statement is prepared once it was run by its name, and only with its text', async () => {
  const text = 'select $1::int as n';
  expect(isPreparedOn(client, 'numbered', text)).toBe(false);
  await client.query({ name: 'numbered', text, values: [1] });
  expect(isPreparedOn(client, 'numbered', text)).toBe(true);
  expect(isPreparedOn(client, 'numbered', 'select 2')).toBe(false);
});

test.skipIf(!process.env.TEST_DATABASE_URL)('nothing is sent while it is held back', async () => {
  const other = await engine.pool.connect();
  const answers: string[] = [];
  const send = holdBack(client);
  const held = client.query('select 1').then(() => answers.push('held'));
  await other.query('select pg_sleep(0.1)').then(() => answers.push('other'));
  send();
  await held;
  other.release();
  expect(answers).toEqual(['other', 'held']);
});

test('answers pass through the step before the parser, and belong to the active query', async () => {
  const seen: (object | null)[] = [];
  let bytesSeen = 0;
  interceptAnswers(client, (parse) => (bytes) => {
    bytesSeen += bytes.length;
    seen.push(activeQuery(client));
    parse(bytes);
  });
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const query = new WireQuery("select repeat('x', 100) as text", undefined, (error, result) =>
    error ? reject(error) : resolve(result),
  );
  client.query(query);
  expect((await promise).rows).toEqual([{ text: 'x'.repeat(100) }]);
  expect(bytesSeen).toBeGreaterThan(100);
  expect(new Set(seen)).toEqual(new Set([query]));
});

test('a subclass of the query sends before it, and sees each message of the answer', async () => {
  const calls: string[] = [];
  await client.query({ name: 'first', text: 'select 1 as first' });
  class Watched extends WireQuery {
    constructor(done: Done) {
      super('select 2 as second', undefined, done);
      this.queryMode = 'extended';
    }
    override prepare(connection: WireConnection): void {
      calls.push('prepare');
      connection.bind({ portal: '', statement: 'first', values: [] });
      connection.execute({ portal: '' });
      super.prepare(connection);
    }
    override handleDataRow(message: unknown): void {
      calls.push('row');
      if (calls.includes('complete')) super.handleDataRow(message);
    }
    override handleCommandComplete(message: unknown, connection: WireConnection): void {
      calls.push('complete');
      super.handleCommandComplete(message, connection);
    }
    override handleReadyForQuery(connection: WireConnection): void {
      calls.push('ready');
      super.handleReadyForQuery(connection);
    }
  }
  await new Promise<void>((resolve, reject) => {
    client.query(new Watched((error) => (error ? reject(error) : resolve())));
  });
  expect(calls).toEqual(['prepare', 'row', 'complete', 'row', 'complete', 'ready']);
});

test.skipIf(!process.env.TEST_DATABASE_URL)('a cancel request ends the running statement', async () => {
  const slow = client.query('select pg_sleep(20)');
  const cancelled = expect(slow).rejects.toMatchObject({ code: '57014' });
  // Until it runs, there is nothing to cancel.
  const isRunning = () =>
    engine.pool
      .query("select from pg_stat_activity where query = 'select pg_sleep(20)' and state = 'active'")
      .then(({ rowCount }) => rowCount);
  await expect.poll(isRunning).toBe(1);
  await engine.cancel?.(client);
  await cancelled;
});
