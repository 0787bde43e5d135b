/** The rows of trellis_server.backups: which backup is being made, and what became of the others. */
import type { Database, Transaction } from '../database/database.ts';

type Owner = Pick<Database, 'asOwner'>;

export interface BackupRecord {
  readonly id: string;
  readonly is_scheduled: boolean;
  readonly place: string;
  readonly name: string;
  readonly release: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly problem: string | null;
  readonly bytes: number | null;
  readonly rows: number | null;
  readonly files: number | null;
}

export type NewRecord = Pick<BackupRecord, 'is_scheduled' | 'place' | 'name' | 'release'>;
export type Outcome = Partial<Pick<BackupRecord, 'problem' | 'bytes' | 'rows' | 'files'>>;

// Any constant will do, as long as nothing else in the database uses it: "backup" in hexadecimal.
const LOCK = 0x6261636b7570n;
// Longer than a process is ever silent while it lives.
const LEASE = "interval '2 minutes'";
export const RENEW_EVERY_MS = 20_000;
// After a failure; twice as long after each further one.
const FIRST_PAUSE = "interval '5 minutes'";
const KEPT = 200;

/** @returns its id; undefined while another one is being made */
export async function beginRecord(database: Owner, record: NewRecord): Promise<string | undefined> {
  return database.asOwner(async (transaction) => {
    await lock(transaction);
    return insert(transaction, record);
  });
}

/**
 * For a schedule: begins when it is time for the next one.
 * @param everyMs from the beginning of one backup to the next
 * @returns its id; undefined when it is not due, or being made by some process
 */
export async function beginDueRecord(
  database: Owner,
  record: NewRecord,
  everyMs: number,
): Promise<string | undefined> {
  return database.asOwner(async (transaction) => {
    await lock(transaction);
    const { rows } = await transaction.query<{ due: boolean }>({
      text: `with last as (select max(started_at) as good from trellis_server.backups where problem is null),
        failures as (
          select count(*) as number, max(finished_at) as newest from trellis_server.backups, last
          where problem is not null and is_scheduled and (good is null or started_at > good)
        )
        select (good is null or good <= now() - $1 * interval '1 ms') and (
          number = 0 or newest <= now() - least($1 * interval '1 ms', ${FIRST_PAUSE} * 2 ^ least(number - 1, 10))
        ) as due from last, failures`,
      values: [everyMs],
    });
    return rows[0]?.due ? insert(transaction, record) : undefined;
  });
}

export async function renewRecord(database: Owner, id: string): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `update trellis_server.backups set alive_until = now() + ${LEASE} where id = $1 and finished_at is null`,
      values: [id],
    }),
  );
}

export async function endRecord(
  database: Owner,
  id: string,
  { problem = null, bytes = null, rows = null, files = null }: Outcome,
): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `with ended as (
          update trellis_server.backups
          set finished_at = clock_timestamp(), problem = $2, bytes = $3, row_count = $4, file_count = $5 where id = $1
        )
        delete from trellis_server.backups where id in (
          select id from trellis_server.backups where id <> $1 order by started_at desc offset ${KEPT}
        )`,
      values: [id, problem, bytes, rows, files],
    }),
  );
}

/** Forgets a backup that was given up. */
export async function dropRecord(database: Owner, id: string): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: 'delete from trellis_server.backups where id = $1 and finished_at is null',
      values: [id],
    }),
  );
}

/** Forgets the records of archives that are gone. */
export async function forgetRecords(database: Owner, place: string, names: readonly string[]): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: 'delete from trellis_server.backups where place = $1 and name = any($2) and finished_at is not null',
      values: [place, names],
    }),
  );
}

/** @returns the newest first */
export async function listRecords(database: Owner): Promise<readonly BackupRecord[]> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<BackupRecord>({
      text: `select id, is_scheduled, place, name, release, started_at,
          case when ${IS_DEAD} then alive_until else finished_at end as finished_at,
          case when ${IS_DEAD} then $1 else problem end as problem,
          bytes::float, row_count::float as rows, file_count::float as files
        from trellis_server.backups order by started_at desc limit ${KEPT}`,
      values: [ENDED],
    }),
  );
  return rows;
}

const IS_DEAD = 'finished_at is null and alive_until < now()';
const ENDED = 'The process that made it ended before it was complete.';

async function lock(transaction: Transaction): Promise<void> {
  await transaction.query({ text: `select pg_advisory_xact_lock(${LOCK}::bigint)` });
  await transaction.query({
    text: `update trellis_server.backups set finished_at = alive_until, problem = $1 where ${IS_DEAD}`,
    values: [ENDED],
  });
}

async function insert(transaction: Transaction, record: NewRecord): Promise<string | undefined> {
  const { is_scheduled, place, name, release } = record;
  const { rows } = await transaction.query<{ id: string }>({
    text: `insert into trellis_server.backups (is_scheduled, place, name, release, alive_until)
      values ($1, $2, $3, $4, clock_timestamp() + ${LEASE}) on conflict do nothing returning id`,
    values: [is_scheduled, place, name, release],
  });
  return rows[0]?.id;
}
