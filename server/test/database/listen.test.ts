/** Messages from the database: they come from every transaction that is kept, and again after the connection was lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { channelsApart } from '../../src/database/engines/channels.ts';
import { openEmbedded } from '../../src/database/engines/embedded/open-embedded.ts';
import type { Engine } from '../../src/database/engines/engine.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { PooledDatabase } from '../../src/database/pooled-database.ts';
import { administer } from '../support/administer-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { unpackDatabase } from '../support/unpack-database.ts';

type Heard = (string | boolean)[];

/** @returns what a channel's listener hears: messages, and whether there is a connection */
async function hear(database: Database, channel: string): Promise<Heard> {
  const heard: Heard = [];
  await database.listen(channel, {
    onMessage: (payload) => heard.push(payload),
    onConnection: (connected) => heard.push(connected),
  });
  return heard;
}

function sayOn(database: Database, channel: string, text: string): Promise<unknown> {
  return database.asOwner((transaction) =>
    transaction.query({ text: 'select pg_notify($1, $2)', values: [channel, text] }),
  );
}

// Each test makes its own, the same wherever the other tests run.
describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database', () => {
  let folder: string;
  let engine: Engine;
  let database: PooledDatabase;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-listen-'));
    const directory = path.join(folder, 'database');
    await unpackDatabase(directory);
    engine = await openEmbedded(directory);
    database = new PooledDatabase(engine, 60);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  const say = (text: string) => sayOn(database, 'news', text);
  const startAnew = async () => {
    engine.guard(() => 1000);
    const endless = database.asOwner((transaction) =>
      transaction.query({ text: 'select count(*) from generate_series(1, 1000000000000)' }),
    );
    await expect(endless).rejects.toMatchObject({ code: '57014' });
    // Once: what comes next may take long on a busy machine.
    engine.guard(() => 60_000);
    // A connection that waits too long for the new start is given up, and nothing was said on it.
    const answers = () =>
      database
        .asOwner((transaction) => transaction.query({ text: 'select 1' }))
        .then(
          () => true,
          () => false,
        );
    await expect.poll(answers).toBe(true);
  };

  test('tells what was committed, and again when it had to be started anew', async () => {
    const heard = await hear(database, 'news');
    await say('one');
    await database
      .asOwner(async (transaction) => {
        await transaction.query({ text: `notify news, 'taken back'` });
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.asOwner((transaction) => transaction.query({ text: `notify elsewhere, 'not for us'` }));
    await say('two');
    await expect.poll(() => heard).toEqual([true, 'one', 'two']);

    await startAnew();
    await say('back');
    await expect.poll(() => heard).toEqual([true, 'one', 'two', false, true, 'back']);
  });

  test('has several channels and several listeners on one, before and after it was started anew', async () => {
    const all = await Promise.all(['news', 'news', 'weather'].map((channel) => hear(database, channel)));
    await say('one');
    await sayOn(database, 'weather', 'rain');
    await startAnew();
    await say('two');
    await sayOn(database, 'weather', 'sun');
    const news = [true, 'one', false, true, 'two'];
    await expect.poll(() => all).toEqual([news, news, [true, 'rain', false, true, 'sun']]);
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('a Postgres server (needs TEST_DATABASE_URL)', () => {
  let testDatabase: TestDatabase;
  let database: PooledDatabase;
  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = new PooledDatabase(await openEngine(testDatabase.config), 10);
  });
  afterEach(async () => {
    await database.close();
    await testDatabase[Symbol.asyncDispose]();
  });

  const ofListeners = `from pg_stat_activity where application_name = 'trellis-listener' and datname = current_database()`;

  /** Messages of the same transaction come when it is committed, which is after the connection was cut. */
  async function cut(lost: { readonly channel: string; readonly text: string }): Promise<number> {
    const { rowCount } = await database.asOwner(async (transaction) => {
      await transaction.query({ text: 'select pg_notify($1, $2)', values: [lost.channel, lost.text] });
      return transaction.query({ text: `select pg_terminate_backend(pid) ${ofListeners}` });
    });
    return rowCount;
  }

  test('sends all channels over one connection', async () => {
    const [first, second, other] = await Promise.all(
      ['news', 'news', 'weather'].map((channel) => hear(database, channel)),
    );
    await sayOn(database, 'news', 'one');
    await sayOn(database, 'elsewhere', 'not for us');
    await sayOn(database, 'weather', 'rain');
    await expect
      .poll(() => [first, second, other])
      .toEqual([
        [true, 'one'],
        [true, 'one'],
        [true, 'rain'],
      ]);
    const { rowCount } = await database.asOwner((transaction) =>
      transaction.query({ text: `select ${ofListeners}` }),
    );
    expect(rowCount).toBe(1);
  });

  test('tells every listener that it was cut and is back, every time, and messages come again', async () => {
    const all = await Promise.all(['news', 'weather'].map((channel) => hear(database, channel)));
    const expected: Heard = [true];
    for (const turn of ['first', 'second']) {
      expect(await cut({ channel: 'news', text: 'lost' })).toBe(1);
      expected.push(false, true);
      await expect.poll(() => all).toEqual([expected, expected]);
      await sayOn(database, 'news', turn);
      await sayOn(database, 'weather', turn);
      expected.push(turn);
      await expect.poll(() => all).toEqual([expected, expected]);
    }
  });

  test('takes a listener while the connection is cut', async () => {
    const before = await hear(database, 'news');
    await cut({ channel: 'news', text: 'lost' });
    await expect.poll(() => before, { interval: 5 }).toEqual([true, false]);
    const meanwhile = await hear(database, 'weather');
    expect(meanwhile).toEqual([false]);
    await expect.poll(() => meanwhile).toEqual([false, true]);
    await sayOn(database, 'weather', 'sun');
    await expect.poll(() => meanwhile).toEqual([false, true, 'sun']);
  });

  /** As a trigger does: see realtime.tell_message(). */
  const askFor = (...texts: readonly string[]) =>
    database.asCaller({ role: 'anon', claims: { role: 'anon' } }, {}, async (transaction) => {
      const asks = texts.map((text) => `raise info 'news ${text}' using errcode = 'TR0NL';`).join(' ');
      await transaction.query({
        text: `do $$ begin
          assert current_setting('realtime.notify_later') = 'on';
          ${asks} raise info 'told to nobody'; raise info 'news other code' using errcode = 'TR0XX';
        end $$`,
      });
    });

  test('tells what transactions asked for, in order', async () => {
    const heard = await hear(database, 'news');
    await askFor('one', 'two words');
    await askFor('three');
    await expect.poll(() => heard).toEqual([true, 'one', 'two words', 'three']);
  });

  test('tells what was asked for while the connection was cut when it is back', async () => {
    const heard = await hear(database, 'news');
    await cut({ channel: 'news', text: 'lost' });
    await expect.poll(() => heard, { interval: 5 }).toEqual([true, false]);
    await askFor('kept');
    await expect.poll(() => heard).toEqual([true, false, true, 'kept']);
  });

  test('tells what comes after something that Postgres does not take, and of very many the newest', async () => {
    const heard = await hear(database, 'news');
    await database.asCaller({ role: 'anon', claims: { role: 'anon' } }, {}, (transaction) =>
      transaction.query({
        text: `do $$ begin
          raise info ' of no channel' using errcode = 'TR0NL';
          for n in 1..150000 loop raise info 'rain %', n using errcode = 'TR0NL'; end loop;
        end $$`,
      }),
    );
    await askFor('one');
    await expect.poll(() => heard).toEqual([true, 'one']);
  });

  test('tells before it closes', async () => {
    const other = new PooledDatabase(await openEngine(testDatabase.config), 1);
    const heard = await hear(other, 'news');
    await askFor('last words');
    await database.close();
    await expect.poll(() => heard).toEqual([true, 'last words']);
    database = other;
  });

  test('is asked again until it takes the connection', async () => {
    const { url } = testDatabase.config as { url: string };
    const name = new URL(url).pathname.slice(1);
    const tell = (sql: string) => administer(process.env.TEST_DATABASE_URL ?? '', sql);
    let attempts = 0;
    const channels = channelsApart(() => {
      attempts++;
      return new pg.Client({ connectionString: url, application_name: 'trellis-listener' });
    });
    const heard: Heard = [];
    await channels.listen('news', {
      onMessage: (payload) => heard.push(payload),
      onConnection: (connected) => heard.push(connected),
    });
    await tell(`alter database ${name} allow_connections false`);
    await tell(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect.poll(() => attempts).toBeGreaterThan(2);
    expect(heard).toEqual([true, false]);
    await tell(`alter database ${name} allow_connections true`);
    await expect.poll(() => heard).toEqual([true, false, true]);
    await channels.close();
  });
});
