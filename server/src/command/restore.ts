/** Brings a backup back, on this machine or another one. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '../backup/archive/check-archive.ts';
import { beginFile } from '../backup/places/folder-place.ts';
import { openPlace } from '../backup/places/open-place.ts';
import { type Restored, restoreBackup } from '../backup/restore/restore-backup.ts';
import { RestoreError } from '../backup/restore/restore-error.ts';
import { isS3Address } from '../config/config.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { openFileStore } from '../files/open-file-store.ts';
import type { Command, CommandInput } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { counted } from './counted.ts';
import type { OperatorSettings } from './operator-settings.ts';
import { askReadiness } from './running-server.ts';

const READ_BYTES = 1024 * 1024;

export const restore: Command = {
  usage: '<archive> [--replace]',
  about:
    'Restores a backup, a file or s3://bucket/prefix/name, into an empty DATA_DIR and database. `--replace` puts aside what is there.',
  options: { replace: { type: 'boolean' } },
  run: async (input) => {
    const [archive, ...others] = input.words;
    if (archive === undefined || others.length > 0) throw new UsageError('Name one archive.');
    const settings = await input.settings();
    if ((await askReadiness(settings)) !== undefined)
      throw new CommandError('Trellis is running with these settings: stop it first.');
    const file = isS3Address(archive) ? await fetched(archive, settings) : path.resolve(archive);
    try {
      if (!(await stat(file).catch(() => undefined))?.isFile())
        throw new CommandError(`There is no file ${file}.`);
      tellOfRestored(await run(file, settings, input), settings, input.print);
      return true;
    } finally {
      if (isS3Address(archive)) await rm(file, { force: true });
    }
  },
};

function run(
  file: string,
  { config, givenSecrets }: OperatorSettings,
  { options, print }: CommandInput,
): Promise<Restored> {
  const { s3SecretAccessKey } = givenSecrets;
  return restoreBackup({
    config,
    read: () => createReadStream(file, { highWaterMark: READ_BYTES }),
    replaces: options.replace === true,
    openFiles: async (folder) =>
      config.s3
        ? (await openFileStore(config, s3SecretAccessKey, () => undefined)).files
        : openDiskStore(folder),
    tell: print,
  }).catch((error: Error) => {
    if (error instanceof RestoreError || error instanceof ArchiveError)
      throw new CommandError(`${error.message} Nothing was changed.`, { cause: error });
    throw error;
  });
}

/** An archive is read several times. */
async function fetched(address: string, { config, givenSecrets }: OperatorSettings): Promise<string> {
  const name = path.posix.basename(address);
  if (!config.s3Access) throw new CommandError('The settings name no S3 store (STORAGE_S3_ACCESS_KEY_ID).');
  const place = await openPlace(config, givenSecrets, address.slice(0, -name.length - 1));
  const archive = await place.open(name);
  if (!archive) throw new CommandError(`There is no archive ${address}.`);
  const file = path.join(config.dataDir, `fetched-${name}`);
  const draft = await beginFile(file);
  try {
    for await (const chunk of archive.bytes) await draft.write(Buffer.from(chunk));
    await draft.commit();
  } catch (error) {
    await draft.abort();
    throw error;
  }
  return file;
}

function tellOfRestored(
  { manifest, secrets, aside }: Restored,
  { config, givenSecrets }: OperatorSettings,
  print: (line: string) => void,
): void {
  const { taken_at, release, files, tables } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  print(
    `Restored: ${counted(rows, 'row')} and ${counted(files.count, 'file')}, as of ${taken_at}, by Trellis ${release}.`,
  );
  if (files.kept === 'list' && files.count > 0)
    print('The archive names the files, and has no bytes of theirs: the store must have them.');
  if (files.missing.length > 0)
    print(`${counted(files.missing.length, 'file')} had no bytes any more when the backup was made.`);
  if (aside !== undefined) print(`What was there before is in ${aside}: delete it when all is well.`);
  const stored: Record<string, unknown> = JSON.parse(secrets);
  const others = Object.entries({
    SUPABASE_PUBLISHABLE_KEY: givenSecrets.publishableKey,
    SUPABASE_SECRET_KEY: givenSecrets.secretKey,
    AUTH_JWT_KEYS: givenSecrets.jwtKeys,
    ENCRYPTION_KEY: givenSecrets.encryptionKeys,
  }).filter(([name, given]) => given !== undefined && given !== textOf(stored[name]));
  if (others.length > 0)
    print(
      `${others.map(([name]) => name).join(', ')}: the variables win over the backup's secrets, which are in ${path.join(config.dataDir, 'secrets.json')}. Take them from there, or leave the variables out.`,
    );
  print('Start Trellis now.');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
