/** Makes one archive at a place: whole, or not at all. */
import type { BackupConfig } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { ArchiveWriter } from './archive/archive-writer.ts';
import type { Draft, Place } from './places/place.ts';
import { writeBackup } from './write-backup.ts';

export interface ArchiveSource {
  readonly config: Pick<BackupConfig, 'files'>;
  readonly database: Pick<Database, 'openSnapshot'>;
  readonly files: Pick<FileStore, 'open'>;
  readonly secrets: Secrets;
}

export interface MadeArchive {
  readonly bytes: number;
  readonly rows: number;
  readonly files: number;
  /** Files that have a row and no bytes. */
  readonly missing: number;
}

export async function makeArchive(
  { config, database, files, secrets }: ArchiveSource,
  place: Place,
  name: string,
  signal: AbortSignal,
): Promise<MadeArchive> {
  const draft = await place.begin(name);
  try {
    return await fill(draft);
  } catch (error) {
    await draft.abort();
    throw error;
  }

  async function fill({ write, commit }: Draft): Promise<MadeArchive> {
    const archive = new ArchiveWriter(write);
    const openSnapshot = () => database.openSnapshot();
    const source = { openSnapshot, files, secrets, filesKept: config.files };
    const { tables, files: kept } = await writeBackup(source, archive, signal);
    await commit();
    return {
      bytes: archive.bytes,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: kept.count,
      missing: kept.missing.length,
    };
  }
}
