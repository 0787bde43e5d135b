/**
 * Opening the embedded database takes a second of work, emptying its tables a tenth of one. So a server that
 * ends leaves its database's thread to the next one of the same worker, which finds the data as a copy of the
 * image has it. When a test changed anything else, such as the schema, a role or a setting, the fingerprint
 * tells, and the next server gets a new thread. Servers that want the same tables of the tests' own leave
 * theirs to each other.
 */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Borrow, DatabaseThread } from '../../src/database/engines/embedded/thread/database-thread.ts';
import { ThreadSocket } from '../../src/database/engines/embedded/thread/thread-socket.ts';

/** Everything but Postgres' own; `public` comes with Postgres, and has a low number. */
const OURS = "(relnamespace >= 16384 or relnamespace = 'public'::regnamespace)";
/** The tables that have rows in a migrated database. */
const KEPT = [
  'cron.job',
  'storage.buckets',
  'supabase_migrations.schema_migrations',
  'trellis_server.schema_migrations',
];
/** The buckets of the migrations. Others are a test's own. */
const BUCKETS = ['avatars', 'page-files'];
const LARGEST_LOG_BYTES = 64 * 1024 * 1024;
// A statement that goes on belongs to a server that ended.
const LONGEST_WAIT_MS = 5000;
// As many as the servers that most files run at a time; each takes the memory of a database.
const MOST_IDLE = 2;

export interface Image {
  readonly file: string;
  /** The fingerprint of the database that the file is a copy of. */
  readonly fingerprint: string;
}

interface Lent {
  readonly thread: DatabaseThread;
  /** SQL that its database got beside the image. */
  readonly extra: string;
  readonly fingerprint: string;
}

const idle: Lent[] = [];

/**
 * @param extra SQL for tables and functions of the tests' own, without rows
 * @returns lends threads with a copy of the image
 */
export function borrowFrom(image: Image, extra = ''): Borrow {
  return async () => {
    const lent = (await reuse(extra)) ?? (await extended((await reuse('')) ?? (await begun(image)), extra));
    return {
      thread: lent.thread,
      giveBack: async () => {
        const alike = idle.filter((other) => other.extra === extra);
        if (alike.length < MOST_IDLE) idle.push(lent);
        else await lent.thread.kill();
      },
    };
  };
}

async function begun({ file, fingerprint }: Image): Promise<Lent> {
  const thread = new DatabaseThread({ directory: undefined, image: file });
  await thread.ready;
  return { thread, extra: '', fingerprint };
}

async function extended({ thread, fingerprint }: Lent, extra: string): Promise<Lent> {
  if (extra === '') return { thread, extra, fingerprint };
  return usingClient(thread, async (client) => {
    await client.query(extra);
    return { thread, extra, fingerprint: await fingerprintOf(client) };
  });
}

async function reuse(extra: string): Promise<Lent | undefined> {
  const at = idle.findLastIndex((lent) => lent.extra === extra);
  const [lent] = at === -1 ? [] : idle.splice(at, 1);
  if (lent === undefined) return undefined;
  const asNew = emptied(lent).catch(() => false);
  if (await Promise.race([asNew, setTimeout(LONGEST_WAIT_MS, false, { ref: false })])) return lent;
  await lent.thread.kill();
  return undefined;
}

async function usingClient<T>(thread: DatabaseThread, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    stream: () => new ThreadSocket(async () => thread),
  });
  // A thread that is killed meanwhile fails the query that waits, which is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** @returns whether nothing is left of what the last server and its tests did */
async function emptied({ thread, fingerprint }: Lent): Promise<boolean> {
  return usingClient(thread, async (client) => {
    const { rows } = await client.query<{ tables: string | null; log: string }>(
      `select string_agg(oid::regclass::text, ', ') as tables, (select sum(size) from pg_ls_waldir()) as log
      from pg_class
      where relkind = 'r' and ${OURS} and not oid = any ($1::text[]::regclass[])
        and pg_relation_size(oid) > 0`,
      [KEPT],
    );
    const [{ tables, log } = { tables: null, log: '0' }] = rows;
    if (tables !== null) await client.query(`truncate ${tables} restart identity cascade`);
    // The trigger that protects buckets from deletion by SQL lets an owner pass who says so.
    await client.query("select set_config('storage.allow_delete_query', 'true', false)");
    await client.query('delete from storage.buckets where id <> all ($1)', [BUCKETS]);
    // Nobody else shortens the log of a database in memory.
    if (Number(log) > LARGEST_LOG_BYTES) await client.query('checkpoint');
    return (await fingerprintOf(client)) === fingerprint;
  });
}

/**
 * Every change of a row of the catalogue, be it of a table, a function, a privilege or a setting, gives the row a younger
 * transaction. Emptying a table changes its row of `pg_class`, too, so that one counts by its contents.
 * @returns the same for two databases when each was migrated, and nothing else was changed but the rows of emptied tables
 */
export async function fingerprintOf(client: pg.ClientBase | pg.Pool): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relkind = 'r' and (
      ${OURS} or relnamespace = 'pg_catalog'::regnamespace and relname <> 'pg_class'
    )
    order by name`,
  );
  const versions = tables.map(
    ({ name }) => `(select concat('${name} ', count(*), ' ', max(xmin::text::bigint)) from ${name})`,
  );
  const { rows } = await client.query<{ fingerprint: string }>(
    `select md5(concat(array[${versions.join(', ')}], (
      select string_agg(
        row(oid, relname, relnamespace, relowner, relkind, relnatts, relchecks, relhasindex, relhasrules, relhastriggers,
          relrowsecurity, relforcerowsecurity, relpersistence, relreplident, relacl, reloptions)::text,
        ',' order by oid)
      from pg_class
    ), (
      select string_agg(concat(schemaname, '.', sequencename, ' ', last_value), ',' order by schemaname, sequencename)
      from pg_sequences
    ))) as fingerprint`,
  );
  return rows[0]?.fingerprint ?? '';
}
