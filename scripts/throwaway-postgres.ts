/** A PostgreSQL server of our own on a free loopback port, whose data is gone when it stops. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { installSystemPackage } from './run-command.ts';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;

export interface ThrowawayPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * @param more settings, such as `ssl=on`
 * @throws {Error} when PostgreSQL can neither be found nor installed, or does not start
 */
export async function startPostgres(more: readonly string[] = []): Promise<ThrowawayPostgres> {
  const binaries = await findBinaries();
  const directory = mkdtempSync(path.join(os.tmpdir(), 'trellis-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(directory, user.uid, user.gid);
  const asUser = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    cwd: directory,
    ...user,
  };
  const data = path.join(directory, 'data');
  execFileSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    asUser,
  );
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${directory}`,
    'fsync=off',
    'max_connections=200',
    ...more,
  ];
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...asUser,
      stdio: 'ignore',
    },
  );
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGINT');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await answers(url, Date.now() + START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** A program of the PostgreSQL that {@link startPostgres} starts, such as `pg_dump`. */
export async function findPostgresProgram(name: string): Promise<string> {
  return path.join(await findBinaries(), name);
}

async function findBinaries(): Promise<string> {
  const found = installedBinaries();
  if (found) return found;
  process.stdout.write('No PostgreSQL server was found.\n');
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('Install PostgreSQL 15 or newer, so that initdb and postgres are on PATH.');
  }
  await installSystemPackage('postgresql');
  const installed = installedBinaries();
  if (!installed) throw new Error(`PostgreSQL was installed, but ${DEBIAN_VERSIONS} holds no initdb.`);
  return installed;
}

function installedBinaries(): string | undefined {
  const versions = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    ...versions.map((version) => path.join(DEBIAN_VERSIONS, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return places.find(
    (place) => existsSync(path.join(place, 'initdb')) && existsSync(path.join(place, 'postgres')),
  );
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function answers(url: string, deadline: number): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('The throwaway PostgreSQL did not start.', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
