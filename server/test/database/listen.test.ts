/** Messages from the database: they come from every transaction that is kept, and again after the connection was lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/engines/embedded/open-embedded.ts';
import type { Engine } from '../../src/database/engines/engine.ts';
import { PooledDatabase } from '../../src/database/pooled-database.ts';

let folder: string;
let engine: Engine;
let database: PooledDatabase;
let heard: (string | boolean)[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-listen-'));
  engine = await openEmbedded(path.join(folder, 'database'));
  database = new PooledDatabase(engine, 1);
  heard = [];
  await database.listen('news', {
    onMessage: (payload) => heard.push(payload),
    onConnection: (connected) => heard.push(connected),
  });
}, 30_000);
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

function say(text: string, work: Database['asOwner'] = database.asOwner.bind(database)): Promise<unknown> {
  return work((transaction) =>
    transaction.query({ text: 'select pg_notify($1, $2)', values: ['news', text] }),
  );
}

test('the embedded database tells what was committed, and again when it had to be started anew', async () => {
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

  engine.guard(() => 1000);
  const endless = database.asOwner((transaction) =>
    transaction.query({ text: 'select count(*) from generate_series(1, 1000000000000)' }),
  );
  await expect(endless).rejects.toMatchObject({ code: '57014' });
  await say('back');
  await expect.poll(() => heard).toEqual([true, 'one', 'two', false, true, 'back']);
}, 30_000);
