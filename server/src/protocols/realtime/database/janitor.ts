/** Deletes what nobody needs any more. Every process tries; each row is deleted by one of them. */
import type { Database } from '../../../database/database.ts';
import type { Observe } from '../../../observe/observation.ts';

// Limits how long others wait on the embedded database.
const DELETED_AT_ONCE = 1000;
const MOST_MESSAGES = 100_000;
const LONG_SENT = "interval '5 minutes'";
const MINUTE_MS = 60_000;

type Owner = Pick<Database, 'asOwner'>;

/**
 * Deletes messages after three days, as Supabase does. Where there are very many, those beyond the newest go as well, once every
 * process has long sent them: a save of a page leaves up to 8 KB here, which no workspace's room counts.
 */
export async function sweepMessages(database: Owner, most = MOST_MESSAGES): Promise<void> {
  await sweepOlder(database, "now() at time zone 'utc' - interval '72 hours'");
  const beyond = `select inserted_at from realtime.messages order by inserted_at desc offset ${most} limit 1`;
  await sweepOlder(database, `now() at time zone 'utc' - ${LONG_SENT} and inserted_at <= (${beyond})`);
}

function sweepOlder(database: Owner, moment: string): Promise<void> {
  return sweep(
    database,
    `delete from realtime.messages where (id, inserted_at) in (
      select id, inserted_at from realtime.messages where inserted_at < ${moment}
      limit ${DELETED_AT_ONCE} for update skip locked)`,
  );
}

/** Deletes recorded changes that every process has read long ago, one that lost its connection for some minutes included. */
export function sweepChanges(database: Owner): Promise<void> {
  return sweep(
    database,
    `delete from realtime.changes where (transaction, id) in (
      select transaction, id from realtime.changes
      where recorded_at < now() - interval '15 minutes'
      limit ${DELETED_AT_ONCE} for update skip locked)`,
  );
}

/** @returns what stops it; a deletion may still be under way then */
export function startJanitor(database: Owner, observe: Observe): { stop(): void } {
  const timers = [
    every(5 * MINUTE_MS, () => sweepMessages(database), observe),
    every(MINUTE_MS, () => sweepChanges(database), observe),
  ];
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

async function sweep(database: Owner, text: string): Promise<void> {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
    const { rowCount } = await database.asOwner((transaction) => transaction.query({ text }));
    deleted = rowCount;
  }
}

/** Sweeps now as well: a process may be restarted before its time has come, again and again. */
function every(ms: number, work: () => Promise<void>, observe: Observe): NodeJS.Timeout {
  const run = () => void work().catch((error: unknown) => observe({ kind: 'background-failed', error }));
  run();
  return setInterval(run, ms).unref();
}
