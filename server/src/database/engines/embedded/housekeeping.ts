/**
 * Gives space back. A Postgres server has processes that remove what was deleted and overwritten, and that shorten the
 * log of what was written; the embedded one has none, so its folder would only grow. One table at a time, since everybody
 * waits meanwhile.
 */
import type pg from 'pg';

const EVERY_MS = 60_000;
const LARGEST_LOG_BYTES = 64 * 1024 * 1024;
const LONGEST_PAUSE = 64;

export interface Housekeeping {
  readonly isUnderWay: boolean;
  stop(): void;
}

/** @param isLogNeeded whether somebody still needs all of the log */
export function keepHouse(pool: pg.Pool, isLogNeeded: () => boolean): Housekeeping {
  let pause = 1;
  let timer: NodeJS.Timeout;
  let isUnderWay = false;
  const again = () => {
    timer = setTimeout(async () => {
      isUnderWay = true;
      // A statement that had to be ended would have to be the next time, too.
      pause = await tidy(pool, isLogNeeded).then(
        () => 1,
        () => Math.min(pause * 2, LONGEST_PAUSE),
      );
      isUnderWay = false;
      again();
    }, EVERY_MS * pause);
    timer.unref();
  };
  again();
  return {
    get isUnderWay() {
      return isUnderWay;
    },
    stop: () => clearTimeout(timer),
  };
}

/** Shortens the log when it is long, and cleans up the table that has most to clean up, when that is worth it. */
export async function tidy(pool: pg.Pool, isLogNeeded = () => false): Promise<void> {
  const { rows: worn } = await pool.query<{ name: string }>(
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
  for (const { name } of worn) await pool.query(`vacuum (analyze) ${name}`);
  if (isLogNeeded()) return;
  const { rows: log } = await pool.query<{ bytes: string }>(
    'select coalesce(sum(size), 0) as bytes from pg_ls_waldir()',
  );
  if (Number(log[0]?.bytes) > LARGEST_LOG_BYTES) await pool.query('checkpoint');
}
