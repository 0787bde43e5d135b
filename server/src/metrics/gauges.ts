/** Measured when the numbers are asked for: the database, connections, sockets, and queues. */
import type { Database } from '../database/database.ts';
import type { Gauge } from './metrics.ts';

const ANSWERS_WITHIN_MS = 2000;
/** Asking how large it is reads the size of each of its files. */
const SIZE_AGE_MS = 60_000;

export interface QueueRow {
  readonly queue: string;
  readonly waiting: number;
  readonly failed: number;
  readonly oldest_s: number;
}

export interface Measured {
  readonly database: Pick<Database, 'asOwner' | 'connections' | 'ping'>;
  /** How many WebSockets are open. */
  readonly sockets: () => number;
  /** The outcome of the last comparison of files' rows and bytes; undefined before the first. */
  readonly inventory: () => { readonly lost: number; readonly unknown: number } | undefined;
}

export function gauges({ database, sockets, inventory }: Measured): Gauge[] {
  let queues: Promise<readonly QueueRow[]> | undefined;
  // The three gauges of one answer share a question.
  const readOnce = () => {
    queues ??= readQueues(database).finally(() => setImmediate(() => (queues = undefined)));
    return queues;
  };
  const queueGauge = (name: string, help: string, read: (row: QueueRow) => number): Gauge => ({
    name,
    help,
    label: 'queue',
    measure: async () => new Map((await readOnce()).map((row) => [row.queue, read(row)])),
  });
  return [
    {
      name: 'trellis_database_up',
      help: '1 when the database answers, 0 when it does not.',
      measure: async () =>
        one(
          await database.ping(ANSWERS_WITHIN_MS).then(
            () => 1,
            () => 0,
          ),
        ),
    },
    {
      name: 'trellis_database_connections',
      help: "This process's connections to the database, and the work that waits for one.",
      label: 'state',
      measure: () => new Map(Object.entries(database.connections())),
    },
    sizeGauge(database),
    {
      name: 'trellis_backup_last_success_timestamp_seconds',
      help: 'When the newest complete backup was begun, in seconds since 1970; there is none before the first one.',
      measure: () => lastBackup(database),
    },
    {
      name: 'trellis_realtime_sockets',
      help: 'WebSockets that are open.',
      measure: () => one(sockets()),
    },
    {
      name: 'trellis_storage_files',
      help: 'Files whose row has no bytes (lost), and bytes without a row (unknown), as the comparison of every day found them.',
      label: 'state',
      measure: () => {
        const found = inventory();
        return new Map(found && Object.entries({ lost: found.lost, unknown: found.unknown }));
      },
    },
    queueGauge('trellis_queue_waiting', 'Pieces of work that wait, by queue.', (row) => row.waiting),
    queueGauge(
      'trellis_queue_failed',
      'Those of them that failed, and are tried again.',
      (row) => row.failed,
    ),
    queueGauge(
      'trellis_queue_oldest_seconds',
      'For how long the oldest piece of work has been due.',
      (row) => row.oldest_s,
    ),
  ];
}

function one(value: number): ReadonlyMap<string, number> {
  return new Map([['', value]]);
}

function sizeGauge(database: Pick<Database, 'asOwner'>): Gauge {
  let known: { readonly bytes: number; readonly at: number } | undefined;
  return {
    name: 'trellis_database_size_bytes',
    help: 'How much room the database takes on its disk; measured once a minute.',
    measure: async () => {
      if (known === undefined || performance.now() - known.at > SIZE_AGE_MS) {
        const bytes = await sizeOf(database);
        if (bytes === undefined) return new Map();
        known = { bytes, at: performance.now() };
      }
      return one(known.bytes);
    },
  };
}

async function lastBackup(database: Pick<Database, 'asOwner'>): Promise<ReadonlyMap<string, number>> {
  const text = `select extract(epoch from max(started_at))::float as at from trellis_server.backups
    where finished_at is not null and problem is null`;
  const at = await database
    .asOwner(async (transaction) => (await transaction.last<{ at: number | null }>({ text })).rows[0]?.at)
    .catch(() => undefined);
  return at == null ? new Map() : one(at);
}

async function sizeOf(database: Pick<Database, 'asOwner'>): Promise<number | undefined> {
  try {
    const { rows } = await database.asOwner((transaction) =>
      transaction.last<{ bytes: string }>({
        text: 'select pg_database_size(current_database())::text as bytes',
      }),
    );
    return rows[0] && Number(rows[0].bytes);
  } catch {
    return undefined;
  }
}

/** In this form, as {@link QueueRow}. */
export const MAILS_QUEUE = `select 'mail' as queue, count(*) filter (where failed_at is null)::integer as waiting,
  count(*) filter (where tries > 0)::integer as failed,
  coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where failed_at is null)), 0)::float as oldest_s
from trellis_server.mails`;
/** Another product on this server need not have it. */
export const PRODUCT_QUEUES = 'select queue, waiting, failed, oldest_s from public.operator_queues()';

async function readQueues(database: Pick<Database, 'asOwner'>): Promise<readonly QueueRow[]> {
  const read = (text: string) =>
    database
      .asOwner(async (transaction) => (await transaction.last<QueueRow>({ text })).rows)
      // Unknown is no number: the database may be away.
      .catch(() => []);
  return [...(await read(MAILS_QUEUE)), ...(await read(PRODUCT_QUEUES))];
}
