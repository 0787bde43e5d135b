/**
 * Gives space back. A Postgres server has processes that remove what was deleted and overwritten, and that shorten the
 * log of what was written; the embedded one has none, so its folder would only grow. It does one table at a time, since
 * everybody waits meanwhile.
 */
import type pg from 'pg';

const TABLES_EVERY_MS = 60_000;
const LOG_EVERY_MS = 5000;
// The files that a checkpoint waits for have what was written since the last one. On a machine where 64 MB of log took it up to
// 0.46 s, 16 MB take it up to 0.12 s. Still smaller parts take no less, and each page is written whole to the log once after each.
const LARGEST_LOG_BYTES = 16 * 1024 * 1024;
const LONGEST_PAUSE = 64;

type Work = (client: pg.ClientBase) => Promise<unknown>;

export interface Housekeeping {
  readonly isUnderWay: boolean;
  stop(): void;
}

/** @param isLogNeeded whether somebody still needs all of the log */
export function keepHouse(pool: pg.Pool, isLogNeeded: () => boolean): Housekeeping {
  let underWay = 0;
  // The time that it waits for somebody's statement does not count: that statement is not to get the time that
  // housekeeping may take.
  const begin = (work: Work) =>
    withConnection(pool, async (client) => {
      underWay++;
      await work(client).finally(() => underWay--);
    });
  const repeat = (everyMs: number, work: Work): (() => void) => {
    let pause = 1;
    let timer: NodeJS.Timeout;
    let isStopped = false;
    const again = () => {
      if (isStopped) return;
      timer = setTimeout(async () => {
        // A statement that had to be ended would have to be the next time, too.
        pause = await begin(work).then(
          () => 1,
          () => Math.min(pause * 2, LONGEST_PAUSE),
        );
        again();
      }, everyMs * pause);
      timer.unref();
    };
    again();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  };
  const stops = [
    repeat(TABLES_EVERY_MS, tidy),
    repeat(LOG_EVERY_MS, async (client) => {
      if (!isLogNeeded()) await shortenLog(client);
    }),
  ];
  return {
    get isUnderWay() {
      return underWay > 0;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Runs work on a connection of the pool: its time can be told from the wait for the connection. */
export async function withConnection(pool: pg.Pool, use: Work): Promise<void> {
  const client = await pool.connect();
  const ignore = () => undefined;
  // Its thread may be ended.
  client.on('error', ignore);
  try {
    // A connection is given back before its last statement has been answered: what was sent over it comes first.
    await client.query('select 1');
    await use(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.off('error', ignore);
  client.release();
}

/** Cleans up the table that has most to clean up, when that is worth it. */
export async function tidy(client: pg.ClientBase | pg.Pool): Promise<void> {
  const { rows: worn } = await client.query<{ name: string }>(
    // Long texts are in a table of their own, which goes along.
    `select worn.relid::regclass::text as name from pg_stat_all_tables as worn
    join pg_class as known on known.oid = worn.relid
    left join pg_stat_all_tables as texts on texts.relid = known.reltoastrelid
    where known.relkind = 'r' and (
      worn.n_dead_tup > 50 + 0.2 * worn.n_live_tup or texts.n_dead_tup > 1000 + 0.2 * texts.n_live_tup
    )
    order by worn.n_dead_tup + coalesce(texts.n_dead_tup, 0) desc
    limit 1`,
  );
  for (const { name } of worn) await client.query(`vacuum (analyze) ${name}`);
}

/** Makes a checkpoint when much was written since the last one: what stands in the log before it is needed no more. */
export async function shortenLog(client: pg.ClientBase | pg.Pool): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
  );
  if (Number(rows[0]?.bytes) > LARGEST_LOG_BYTES) await client.query('checkpoint');
}
