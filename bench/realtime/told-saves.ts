/**
 * A save in the database with its messages beside one without: the triggers are the difference, and the notifications that
 * the server sends after the commits.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../scripts/throwaway-postgres.ts';
import { channelsApart } from '../../server/src/database/engines/channels.ts';
import { LateNotifications } from '../../server/src/database/engines/postgres/late-notifications.ts';
import { pgDirect } from '../contestants/pg-direct.ts';
import { startServer } from '../contestants/trellis-server.ts';
import { copyOf } from '../dataset/data-set.ts';
import { seed } from '../dataset/seed.ts';
import { execute, quieten, signUpAll, withClient } from '../line-up.ts';
import { runSlice } from '../measure/slice.ts';
import { median } from '../measure/statistics.ts';

/** Drops the triggers that note and tell changes, which are the last ones of the table (docs/permissions.md). */
const SILENCE = `do $$
  declare name text;
  begin
    for name in select tgname from pg_trigger where tgrelid = 'public.pages'::regclass and tgname ~ '_9[78]_' loop
      execute format('drop trigger %I on public.pages', name);
    end loop;
  end $$`;

export interface ToldSaves {
  readonly connections: number;
  /** Saves a second. */
  readonly told: number;
  readonly silent: number;
  /** How much longer a save takes that others hear of: the median of the rounds. */
  readonly moreTime: number;
}

export async function compareToldSaves(rounds: number, sliceMs: number): Promise<readonly ToldSaves[]> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-bench-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  const url = (database: string) => Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
  await quieten(postgres.url);
  await execute(postgres.url, 'create database told');
  const accounts = await signUpAll(
    await startServer({ dataDir, databaseUrl: url('told'), profileDirectory: undefined }),
  );
  const data = await withClient(url('told'), (client) => seed(client, ...accounts));
  await execute(postgres.url, 'create database silent template told');
  await execute(url('silent'), SILENCE);
  const channels = channelsApart(() => new pg.Client({ connectionString: url('told') }));
  const notifications = new LateNotifications(channels.notify);
  stack.defer(async () => {
    await notifications.stop();
    await channels.close();
  });
  // As the server's connections do.
  const tellLater = (client: pg.Client) => {
    notifications.watch(client);
    client.on('notice', () => setImmediate(() => notifications.ended(client)));
  };
  const told = pgDirect(url('told'), data, true, tellLater);
  const silent = pgDirect(url('silent'), copyOf(data), true);
  const results: ToldSaves[] = [];
  for (const connections of [1, 16]) {
    const lanesOf = async (one: typeof told) => {
      const lanes = await Promise.all(Array.from({ length: connections }, () => one.openLane()));
      stack.defer(async () => void (await Promise.all(lanes.map((lane) => lane.close()))));
      return lanes;
    };
    const entries = [
      { contestant: told, lanes: await lanesOf(told), rates: [] as number[] },
      { contestant: silent, lanes: await lanesOf(silent), rates: [] as number[] },
    ];
    for (let round = -1; round < rounds; round++)
      for (const { contestant, lanes, rates } of round % 2 === 0 ? entries : entries.toReversed()) {
        const { perSecond } = await runSlice(contestant, lanes, 'page save', sliceMs);
        if (round >= 0) rates.push(perSecond);
      }
    const [a, b] = entries.map(({ rates }) => rates);
    if (!a || !b) continue;
    const moreTime = median(b.map((rate, round) => rate / (a[round] ?? Number.NaN) - 1));
    results.push({ connections, told: median(a), silent: median(b), moreTime });
  }
  return results;
}
