/** Moves the embedded database to a Postgres, and back. Files and secrets stay in DATA_DIR. */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { moveDatabase } from '../backup/restore/move-database.ts';
import { isEmbeddedThere, requireUnused } from '../backup/restore/requirements.ts';
import { RestoreError } from '../backup/restore/restore-error.ts';
import { hostAndPort } from '../database/database-address.ts';
import { syncOne, syncTree } from '../database/engines/embedded/folder/sync-tree.ts';
import { openEmbedded } from '../database/engines/embedded/open-embedded.ts';
import type { Engine } from '../database/engines/engine.ts';
import { openEngine } from '../database/engines/open-engine.ts';
import type { Command, CommandInput } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { counted } from './counted.ts';
import { askReadiness } from './running-server.ts';

export const moveToPostgres: Command = {
  usage: '[postgres://user:password@host:port/database]',
  about: 'Moves the embedded database to an empty Postgres, the one in DATABASE_URL if none is named.',
  run: (input) => move(input, 'to-postgres'),
};

export const moveToEmbedded: Command = {
  usage: '[postgres://user:password@host:port/database]',
  about:
    'Moves a Postgres, the one in DATABASE_URL if none is named, to a new embedded database in DATA_DIR.',
  run: (input) => move(input, 'to-embedded'),
};

async function move(input: CommandInput, way: 'to-postgres' | 'to-embedded'): Promise<boolean> {
  const [named, ...others] = input.words;
  if (others.length > 0) throw new UsageError('Name one Postgres.');
  const settings = await input.settings();
  const { config } = settings;
  const url = named ?? (config.database.kind === 'postgres' ? config.database.url : undefined);
  if (url === undefined || !/^postgres(ql)?:\/\//.test(url))
    throw new UsageError('Name a Postgres, postgres://…, or set DATABASE_URL.');
  if ((await askReadiness(settings)) !== undefined)
    throw new CommandError('Trellis is running with these settings: stop it first.');
  const directory = path.join(config.dataDir, 'database');
  if ((await isEmbeddedThere(directory)) !== (way === 'to-postgres'))
    throw new CommandError(
      way === 'to-postgres'
        ? `There is no embedded database in ${directory}.`
        : `There is an embedded database in ${directory} already: rename that folder first.`,
    );
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  const onTable = (name: string, count: number) => {
    if (count > 0) input.print(`${seconds().padStart(7)} s  ${name}: ${counted(count, 'row')}`);
  };
  const rows = await (way === 'to-postgres'
    ? moveToNewPostgres(url, directory, onTable)
    : moveToNewEmbedded(url, directory, onTable)
  ).catch(asCommandError);
  input.print(
    way === 'to-postgres'
      ? `${rows} rows are in the Postgres at ${hostAndPort(url)}, after ${seconds()} s. Set DATABASE_URL and start Trellis; ${directory} stays as it was, and may be deleted when all is well.`
      : `${rows} rows are in ${directory}, after ${seconds()} s. Leave DATABASE_URL out and start Trellis; the Postgres stays as it was.`,
  );
  return true;
}

type OnTable = (name: string, count: number) => void;

async function moveToNewPostgres(url: string, directory: string, onTable: OnTable): Promise<number> {
  await using postgres = await opened(openEngine({ kind: 'postgres', url }));
  await requireUnused(postgres.pool);
  await using embedded = await opened(openEmbedded(directory));
  return await moveDatabase(embedded, postgres, onTable);
}

/** A database that was not filled to the end must not be taken for one. */
async function moveToNewEmbedded(url: string, directory: string, onTable: OnTable): Promise<number> {
  const draft = path.join(path.dirname(directory), 'restoring');
  const made = path.join(draft, 'database');
  await rm(draft, { recursive: true, force: true });
  try {
    const rows = await fillDraft();
    await syncTree(made);
    await rename(made, directory);
    await syncOne(path.dirname(directory));
    return rows;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }

  async function fillDraft(): Promise<number> {
    await using postgres = await opened(openEngine({ kind: 'postgres', url }));
    await requireUnused(postgres.pool);
    await using embedded = await opened(openEmbedded(made, { isDraft: true }));
    return await moveDatabase(postgres, embedded, onTable);
  }
}

async function opened(opening: Promise<Engine>): Promise<Engine & AsyncDisposable> {
  const engine = await opening;
  return {
    ...engine,
    [Symbol.asyncDispose]: async () => {
      await engine.pool.end();
      await engine.close();
    },
  };
}

function asCommandError(error: Error): never {
  throw error instanceof RestoreError
    ? new CommandError(`${error.message} Nothing was changed.`, { cause: error })
    : error;
}
