/** Makes a backup: by the running server, or by itself where none runs. */
import { setTimeout } from 'node:timers/promises';
import type { BackupRecord } from '../backup/backup-records.ts';
import { forgetOld } from '../backup/backups.ts';
import { makeArchive } from '../backup/make-archive.ts';
import { beginFile } from '../backup/places/folder-place.ts';
import { openPlace } from '../backup/places/open-place.ts';
import { archiveName } from '../backup/places/place.ts';
import { openEngine } from '../database/engines/open-engine.ts';
import { openFileStore } from '../files/open-file-store.ts';
import type { Command, CommandInput } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { counted } from './counted.ts';
import type { OperatorSettings } from './operator-settings.ts';
import { askReadiness, askServer, download } from './running-server.ts';

const LOOK_EVERY_MS = 500;
const MIB = 1024 * 1024;

export const backup: Command = {
  usage: '[list] [--copy <file>]',
  about:
    'Makes a backup of everything, also while Trellis runs. `--copy` puts it into a file as well, `list` shows the last ones.',
  options: { copy: { type: 'string' } },
  run: async (input) => {
    const [action, ...others] = input.words;
    if ((action !== undefined && action !== 'list') || others.length > 0)
      throw new UsageError('There is nothing to name but `list`.');
    const settings = await input.settings();
    if (action === 'list') return list(settings, input);
    const isRunning = (await askReadiness(settings)) !== undefined;
    const copy = input.options.copy === undefined ? undefined : String(input.options.copy);
    if (isRunning) return letServer(settings, input, copy);
    if (copy !== undefined)
      throw new UsageError('`--copy` needs the running server: without it, copy the file by hand.');
    return makeAlone(settings, input);
  },
};

async function list(settings: OperatorSettings, { print }: CommandInput): Promise<boolean> {
  const records = await askServer<readonly BackupRecord[]>(settings, { path: '/backup/v1/backups' });
  for (const { name, place, started_at, finished_at, problem, bytes } of records) {
    const state =
      problem !== null ? `failed: ${problem}` : finished_at === null ? 'being made' : sizeOf(bytes ?? 0);
    print(`${started_at.replace('T', ' ').slice(0, 16)}  ${name} in ${place}, ${state}`);
  }
  if (records.length === 0) print('There is none yet.');
  const last = records.find(({ finished_at }) => finished_at !== null);
  return last === undefined || last.problem === null;
}

async function letServer(
  settings: OperatorSettings,
  { print }: CommandInput,
  copy: string | undefined,
): Promise<boolean> {
  const { id } = await askServer<{ id: string }>(settings, { method: 'POST', path: '/backup/v1/backups' });
  const record = await finished(settings, id);
  if (record.problem !== null) throw new CommandError(record.problem);
  print(
    `${record.name} is in ${record.place}: ${counted(record.rows ?? 0, 'row')}, ${counted(record.files ?? 0, 'file')}, ${sizeOf(record.bytes ?? 0)}.`,
  );
  if (copy === undefined) return true;
  const draft = await beginFile(copy);
  try {
    for await (const chunk of await download(settings, `/backup/v1/backups/${id}/archive`))
      await draft.write(Buffer.from(chunk));
    await draft.commit();
  } catch (error) {
    await draft.abort();
    throw error;
  }
  print(`A copy is in ${copy}. It holds secrets: keep it where nobody else reads.`);
  return true;
}

async function finished(settings: OperatorSettings, id: string): Promise<BackupRecord> {
  for (;;) {
    const records = await askServer<readonly BackupRecord[]>(settings, { path: '/backup/v1/backups' });
    const record = records.find((one) => one.id === id);
    if (!record) throw new CommandError('The server stopped before the backup was complete: make it again.');
    if (record.finished_at !== null) return record;
    await setTimeout(LOOK_EVERY_MS);
  }
}

async function makeAlone(settings: OperatorSettings, { print }: CommandInput): Promise<boolean> {
  const { config } = settings;
  const secrets = await settings.secrets();
  const place = await openPlace(config, secrets);
  const { files } = await openFileStore(config, secrets.s3SecretAccessKey, () => undefined);
  const database = await openEngine(config.database);
  try {
    const source = { config: config.backup, database, files, secrets };
    const name = archiveName(new Date());
    const made = await makeArchive(source, place, name, new AbortController().signal);
    await forgetOld(place, config.backup.keep);
    print(
      `${name} is in ${place.address}: ${counted(made.rows, 'row')}, ${counted(made.files, 'file')}, ${sizeOf(made.bytes)}.`,
    );
    return true;
  } finally {
    await database.pool.end();
    await database.close();
  }
}

function sizeOf(bytes: number): string {
  return bytes < MIB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MIB).toFixed(1)} MB`;
}
