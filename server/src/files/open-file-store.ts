/** The store that the settings name, and the folder for files that are not whole yet. */
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Observe } from '../observe/observation.ts';
import { openDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { openS3Store } from './s3-store.ts';
import type { SharedParts } from './shared-parts.ts';
import { openUnfinishedFiles, type UnfinishedFiles } from './unfinished-files.ts';

interface OpenedStore {
  readonly files: FileStore;
  readonly unfinished: UnfinishedFiles;
  /** The place at which an S3 store keeps parts of uploads for other processes. */
  readonly parts: SharedParts | undefined;
}

/** @throws {import('../config/environment.ts').ConfigError} when an S3 store refuses the settings */
export async function openFileStore(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  s3SecretAccessKey: string | undefined,
  observe: Observe,
): Promise<OpenedStore> {
  const folder = path.join(dataDir, 'storage');
  const unfinished = await openUnfinishedFiles(path.join(folder, 'unfinished'));
  const store = s3 && (await openS3Store(s3, s3SecretAccessKey ?? '', unfinished, observe));
  return { files: store ?? (await openDiskStore(folder)), unfinished, parts: store?.parts };
}
