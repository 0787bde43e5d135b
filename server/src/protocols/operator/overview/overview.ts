/** GET /: what runs here, how it is, and how much there is of everything. */
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import packageJson from '../../../../../package.json' with { type: 'json' };
import type { Database } from '../../../database/database.ts';
import { OLDEST_VERSION } from '../../../database/engines/postgres/open-postgres.ts';
import { memoryLimitMb, SERVER_NEEDS_MB } from '../../../machine/memory-need.ts';
import type { Operation, OperatorServices } from '../operator-services.ts';
import { readBackups } from './backup.ts';
import { readQueues } from './queues.ts';

const MIB = 1024 * 1024;
/** Counting reads every row, and the size of the database the size of each of its files. */
const COUNTED_FOR_MS = 30_000;

interface Counts {
  readonly version: string;
  readonly bytes: string;
  readonly people: string;
  readonly suspended: string;
  readonly files: string;
  readonly file_bytes: string;
  readonly workspaces: string;
  readonly pages: string;
  readonly trashed_pages: string;
}

const COUNTS = `select version() as version, pg_database_size(current_database()) as bytes,
  (select count(*) from auth.users where deleted_at is null) as people,
  (select count(*) from auth.users where banned_until > now()) as suspended,
  stored.files, stored.file_bytes, product.*
from (
  select count(*) as files, coalesce(sum((metadata ->> 'size')::bigint), 0) as file_bytes from storage.objects
) as stored, public.operator_totals() as product`;

const counted = new WeakMap<object, { readonly at: number; readonly counts: Promise<Counts> }>();

export const readOverview: Operation = async (context, services) => {
  const { config, database, warnings } = services;
  const [counts, queues, freeBytes, backups] = await Promise.all([
    count(database),
    database.asOwner(readQueues),
    freeBytesOf(config.dataDir),
    readBackups(services),
  ]);
  const number = (name: Exclude<keyof Counts, 'version'>) => Number(counts[name]);
  return context.json({
    release: packageJson.version,
    node: process.versions.node,
    needs: needsOf(config),
    host: os.hostname(),
    started_at: new Date(Date.now() - process.uptime() * 1000),
    memory: { bytes: process.memoryUsage.rss(), limit_bytes: Math.floor(memoryLimitMb() * MIB) },
    database: {
      kind: config.database.kind === 'postgres' ? 'postgres' : 'embedded',
      version: /^\S+ [\d.]+/.exec(counts.version)?.[0] ?? counts.version,
      bytes: number('bytes'),
      connections: database.connections(),
    },
    storage: {
      place: config.s3 ? 's3' : 'folder',
      files: number('files'),
      bytes: number('file_bytes'),
      free_bytes: freeBytes,
    },
    people: { all: number('people'), suspended: number('suspended') },
    workspaces: number('workspaces'),
    pages: { kept: number('pages'), trashed: number('trashed_pages') },
    warnings: warnings(),
    queues,
    mail: mailOf(services),
    backups,
  });
};

function count(database: Pick<Database, 'asOwner'>): Promise<Counts> {
  const known = counted.get(database);
  if (known && performance.now() - known.at < COUNTED_FOR_MS) return known.counts;
  const counts = database.asOwner(async (transaction) => {
    const { rows } = await transaction.last<Counts>({ text: COUNTS });
    if (!rows[0]) throw new Error('Counting gave no row.');
    return rows[0];
  });
  counted.set(database, { at: performance.now(), counts });
  counts.catch(() => counted.delete(database));
  return counts;
}

/** The needs of a release, to be compared with the notes of a newer one. */
function needsOf({ database }: Pick<OperatorServices['config'], 'database'>) {
  return { postgres: OLDEST_VERSION / 10_000, memory_bytes: SERVER_NEEDS_MB[database.kind] * MIB };
}

/** Without its password. */
function mailOf({ config }: Pick<OperatorServices, 'config'>) {
  const { smtpUrl, from } = config.mail;
  return { server: smtpUrl === undefined ? null : new URL(smtpUrl).host, from };
}

async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
