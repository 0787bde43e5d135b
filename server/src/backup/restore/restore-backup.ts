/**
 * Brings back what an archive holds. Everything is made beside its place first; what was there before is put aside, and is
 * deleted by nobody.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Config } from '../../config/config.ts';
import { lockDirectory } from '../../database/engines/embedded/folder/directory-lock.ts';
import { syncOne, syncTree } from '../../database/engines/embedded/folder/sync-tree.ts';
import { openEmbedded } from '../../database/engines/embedded/open-embedded.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { openEngine } from '../../database/engines/open-engine.ts';
import type { LoadedRows } from '../../database/tables/load-tables.ts';
import type { FileStore } from '../../files/file-store.ts';
import { isUuid } from '../../http/uuid.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import { checkArchive } from '../archive/check-archive.ts';
import { type Manifest, PARTS, tableOfPart } from '../archive/manifest.ts';
import { readTar } from '../archive/tar-reader.ts';
import { fillDatabase, problemOfSchema } from './fill-database.ts';
import { hasRows, isEmbeddedThere, listOccupied, requireReadable, requireUnused } from './requirements.ts';
import { RestoreError } from './restore-error.ts';

const decompress = promisify(gunzip);

export interface RestoreOptions {
  readonly config: Pick<Config, 'dataDir' | 'database' | 's3'>;
  /** Reads the archive from its beginning. */
  readonly read: () => AsyncIterable<Uint8Array>;
  /** Whether what is there may be put aside. */
  readonly replaces: boolean;
  /** @param folder of the files, where they are in a folder */
  readonly openFiles: (folder: string) => Promise<Pick<FileStore, 'write'>>;
  readonly tell: (line: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** The text of `secrets.json`. */
  readonly secrets: string;
  /** The folder with what was there before. */
  readonly aside: string | undefined;
}

/** @throws {RestoreError}, {ArchiveError} before anything was changed */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { config, read, tell } = options;
  const { dataDir, database } = config;
  tell('Checking the archive …');
  const manifest = await checkArchive(read());
  await requireReadable(manifest);
  const secrets = await readSecrets(read());
  await makeFolder(dataDir);
  const lock = await lockDirectory(dataDir);
  const draft = path.join(dataDir, 'restoring');
  try {
    await rm(draft, { recursive: true, force: true });
    if (database.kind === 'embedded')
      await requireRoomFor(options, await isEmbeddedThere(database.directory), secrets);
    const engine = await openTarget(config, draft);
    try {
      if (database.kind !== 'embedded') await requirePostgres(options, engine, manifest, secrets);
      await makeFolder(draft);
      await writeFile(path.join(draft, 'secrets.json'), secrets, { mode: 0o600, flush: true });
      await restoreFiles(options, manifest, draft);
      tell('Loading the database …');
      await fillDatabase(engine.pool, { ...manifest, pieces: databasePieces(read(), manifest, tell) });
    } finally {
      await engine.pool.end();
      await engine.close();
    }
    if (database.kind === 'embedded') await syncTree(path.join(draft, 'database'));
    return { manifest, secrets, aside: await swap(draft, dataDir) };
  } finally {
    await rm(draft, { recursive: true, force: true });
    await lock.release();
  }
}

function openTarget({ database }: RestoreOptions['config'], draft: string): Promise<Engine> {
  return database.kind === 'embedded'
    ? openEmbedded(path.join(draft, 'database'), { isDraft: true })
    : openEngine(database);
}

async function requirePostgres(
  options: RestoreOptions,
  { pool }: Engine,
  manifest: Manifest,
  secrets: string,
): Promise<void> {
  await requireUnused(pool);
  await requireRoomFor(options, await hasRows(pool), secrets);
  const problem = await problemOfSchema(pool, manifest.migrations);
  if (problem !== undefined) throw new RestoreError(problem);
}

async function requireRoomFor(
  { config, replaces }: RestoreOptions,
  isDatabaseThere: boolean,
  secrets: string,
): Promise<void> {
  const occupied = await listOccupied(config.dataDir, isDatabaseThere, secrets);
  if (occupied.length > 0 && !replaces)
    throw new RestoreError(
      `There is something already in ${config.dataDir} or in its database: ${occupied.join(', ')}. Restore into an empty place, or add --replace.`,
    );
}

async function readSecrets(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const { name, body } of readTar(bytes))
    if (name === PARTS.secrets) return (await collect(body)).toString('utf8');
  throw new RestoreError('The archive has no secrets.');
}

async function restoreFiles(
  { config, openFiles, read, tell }: RestoreOptions,
  { files }: Manifest,
  draft: string,
): Promise<void> {
  if (files.kept === 'list' || files.count === 0) return;
  tell(`Restoring ${files.count} ${files.count === 1 ? 'file' : 'files'} …`);
  const folder = path.join(config.s3 ? config.dataDir : draft, 'storage');
  const store = await openFiles(folder);
  for await (const { name, body } of readTar(read())) {
    const version = name.startsWith(PARTS.files) ? name.slice(PARTS.files.length) : '';
    // Nothing is written elsewhere, whatever an archive says.
    if (isUuid(version)) await store.write(version, body);
  }
}

/** They stand before the files. */
async function* databasePieces(
  bytes: AsyncIterable<Uint8Array>,
  { tables }: Manifest,
  tell: (line: string) => void,
): AsyncGenerator<LoadedRows> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let shown: string | undefined;
  for await (const { name, body } of readTar(bytes)) {
    const tableName = tableOfPart(name);
    const table = tableName === undefined ? undefined : byName.get(tableName);
    if (!table) continue;
    if (table.name !== shown && table.rows >= 10_000) tell(`  ${table.name}: ${table.rows} rows …`);
    shown = table.name;
    yield { table, bytes: await decompress(await collect(body)) };
  }
}

/** @returns where the former things are; undefined when there were none */
async function swap(draft: string, dataDir: string): Promise<string | undefined> {
  const aside = path.join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  let isUsed = false;
  for (const name of (await readdir(draft)).filter((one) => !one.endsWith('.sock'))) {
    const place = path.join(dataDir, name);
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(place, path.join(aside, name)).then(
      () => (isUsed = true),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
    await rename(path.join(draft, name), place);
  }
  await syncOne(dataDir);
  if (isUsed) return aside;
  await rm(aside, { recursive: true, force: true });
  return undefined;
}

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
