/** A PgBouncer, from the system's own package, between this server and its Postgres. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { installSystemPackage } from '../../../scripts/run-command.ts';
import { unprivilegedUser } from '../../../scripts/throwaway-postgres.ts';
import { openPostgres } from '../../src/database/engines/postgres/open-postgres.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { startTestServer } from '../support/test-server.ts';

const program = process.env.TEST_DATABASE_URL ? await findPgBouncer() : undefined;

describe.skipIf(!program)('behind PgBouncer (needs TEST_DATABASE_URL, and the package pgbouncer)', () => {
  test('transaction mode is refused by name, with what works', async () => {
    await using database = await createTestDatabase();
    await using pooler = await startPgBouncer(database, 'transaction');
    await expect(openPostgres(pooler.url, () => undefined)).rejects.toThrow(
      /^DATABASE_URL leads to a pooler in transaction mode at 127\.0\.0\.1:\d+, .+pool_mode = session\)\.$/,
    );
  });

  test('session mode works', async () => {
    await using database = await createTestDatabase();
    await using pooler = await startPgBouncer(database, 'session');
    await using server = await startTestServer({ database: { kind: 'postgres', url: pooler.url } });
    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.secrets.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse 1' }),
    });
    expect(response.status).toBe(200);
  });
});

async function findPgBouncer(): Promise<string | undefined> {
  const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];
  if (!places.some(existsSync) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await installSystemPackage('pgbouncer').catch(() => undefined);
  return places.find(existsSync);
}

async function startPgBouncer(
  { config }: Awaited<ReturnType<typeof createTestDatabase>>,
  mode: 'session' | 'transaction',
) {
  if (config.kind !== 'postgres') throw new Error('There is no Postgres.');
  const { hostname, port: behind, pathname, username } = new URL(config.url);
  const name = pathname.slice(1);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${behind} dbname=${name}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ];
  // Any login is let in, and becomes this one.
  settings[1] += ` user=${username}`;
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  const child = spawn(program ?? '', [file], { stdio: 'ignore', ...unprivilegedUser() });
  const exited = once(child, 'exit');
  await expect.poll(() => answers(port)).toBe(true);
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${name}`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
