/**
 * Writes everything that makes up a Trellis into an archive: the rows of one state of the database (`openSnapshot` of its engine), the files that its rows
 * name, and the secrets. Files are read after that state was taken and are never changed, so each row finds its bytes.
 */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Secrets, secretsFile } from '../config/secrets.ts';
import { listApplied } from '../database/migrate/migrate.ts';
import { ROLES } from '../database/migrate/roles.ts';
import type { Snapshot } from '../database/snapshot.ts';
import { dumpTable } from '../database/tables/dump-table.ts';
import { listSequences, listTables } from '../database/tables/list-tables.ts';
import type { FileStore } from '../files/file-store.ts';
import type { ArchiveWriter } from './archive/archive-writer.ts';
import { FORMAT, type Manifest, PARTS, tablePart } from './archive/manifest.ts';

const compress = promisify(gzip);
const LEVEL = { level: constants.Z_BEST_SPEED };

export interface BackupSource {
  readonly openSnapshot: () => Promise<Snapshot>;
  readonly files: Pick<FileStore, 'open'>;
  readonly secrets: Secrets;
  /** Whether the bytes of files come along, or their versions only. */
  readonly filesKept: Manifest['files']['kept'];
}

type Database = Omit<Manifest, 'files' | 'sums'>;

/** @returns what the archive holds */
export async function writeBackup(
  source: BackupSource,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Omit<Manifest, 'sums'>> {
  await archive.add(PARTS.secrets, Buffer.from(secretsFile(source.secrets)));
  const { versions, ...database } = await writeDatabase(source, archive, signal);
  const files =
    source.filesKept === 'all'
      ? await writeFiles(source.files, versions, archive, signal)
      : { count: versions.length, bytes: 0, missing: [] };
  if (source.filesKept === 'list')
    await archive.add(PARTS.fileList, Buffer.from(versions.map((version) => `${version}\n`).join('')));
  const manifest = { ...database, files: { kept: source.filesKept, ...files } };
  await archive.finish(manifest);
  return manifest;
}

/** The state is given back as soon as its rows are read. */
async function writeDatabase(
  source: BackupSource,
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Database & { readonly versions: readonly string[] }> {
  await using snapshot = await source.openSnapshot();
  const { client } = snapshot;
  const state = await describe(client);
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client)) {
    const { name, columns } = table;
    let [rows, pieces] = [0, 0];
    let compressed: Promise<Buffer> | undefined;
    const write = async () => {
      if (compressed) await archive.add(tablePart(name, pieces), await compressed);
    };
    for await (const piece of dumpTable(client, table)) {
      signal.throwIfAborted();
      await write();
      // While the next piece is read.
      compressed = compress(piece.bytes, LEVEL);
      compressed.catch(() => undefined);
      rows += piece.rows;
      pieces++;
    }
    await write();
    tables.push({ name, columns: [...columns], rows });
  }
  const sequences = [...(await listSequences(client))];
  const { rows } = await client.query<{ version: string }>(
    'select distinct version from storage.objects where version is not null order by 1',
  );
  return { ...state, tables, sequences, versions: rows.map(({ version }) => version) };
}

async function describe(client: ClientBase): Promise<Omit<Database, 'tables' | 'sequences'>> {
  const { rows } = await client.query<{ taken_at: Date; postgres: string }>(
    `select transaction_timestamp() as taken_at, current_setting('server_version') as postgres`,
  );
  const { taken_at = new Date(), postgres = '' } = rows[0] ?? {};
  return {
    product: 'trellis',
    format: FORMAT,
    release: packageJson.version,
    taken_at: taken_at.toISOString(),
    postgres,
    roles: [...ROLES],
    migrations: [...(await listApplied(client))],
  };
}

async function writeFiles(
  files: Pick<FileStore, 'open'>,
  versions: readonly string[],
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Omit<Manifest['files'], 'kept'>> {
  const missing: string[] = [];
  let bytes = 0;
  for (const version of versions) {
    signal.throwIfAborted();
    const file = await files.open(version);
    if (!file) {
      missing.push(version);
      continue;
    }
    const { size } = file;
    if (size === 0) await file.close();
    await archive.addStream(`${PARTS.files}${version}`, size, size === 0 ? [] : file.read(0, size - 1));
    bytes += size;
  }
  return { count: versions.length - missing.length, bytes, missing };
}
