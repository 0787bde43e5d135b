/**
 * `npm run bench:files`: large files beside a plain Node server, many small ones, what files add to a save, and a page of photos.
 * `-- --only=large` (or `small`, `saves`, `pictures`) for a part, `--rounds=9` for more of them, `--profile` leaves CPU profiles in
 * `bench/results/`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../scripts/free-port.ts';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { startChildServer } from './contestants/child-server.ts';
import { startServer } from './contestants/trellis-server.ts';
import { measureLarge } from './files/large.ts';
import { filesPerson } from './files/person.ts';
import { measurePictures } from './files/pictures.ts';
import { measureSaves } from './files/saves.ts';
import { importSmallFiles, SMALL_FILES } from './files/small.ts';

const PLAIN_SERVER = fileURLToPath(new URL('files/plain-server.ts', import.meta.url));
const RESULTS = fileURLToPath(new URL('results', import.meta.url));

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const wants = (part: string) => options.only === undefined || options.only === part;

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-files-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const profileDirectory = options.profile ? RESULTS : undefined;
const postgres = await startPostgres();
stack.defer(() => postgres.stop());
const servers = {
  embedded: await start('embedded', undefined),
  Postgres: await start('postgres', postgres.url),
};

if (wants('large')) {
  const plain = await startPlainServer();
  const server = servers.embedded;
  console.log(`\n${await measureLarge(server, plain, await filesPerson(server), rounds)}`);
}
if (wants('small'))
  for (const [engine, server] of Object.entries(servers)) {
    const seconds = await importSmallFiles(await filesPerson(server));
    const rate = Math.round(SMALL_FILES / seconds);
    console.log(
      `\nImport of ${SMALL_FILES} files of 20 KB in 50 pages, ${engine}: ${seconds.toFixed(1)} s, ${rate} files/s`,
    );
  }
if (wants('saves')) {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  stack.defer(() => client.end());
  console.log(`\n${await measureSaves(await filesPerson(servers.Postgres), client, rounds)}`);
}
if (wants('pictures')) {
  const server = servers.embedded;
  console.log(`\n${await measurePictures(await filesPerson(server), server.processId)}`);
}

async function start(name: string, databaseUrl: string | undefined) {
  const dataDir = path.join(folder, name);
  await mkdir(dataDir);
  const server = await startServer({ dataDir, databaseUrl, profileDirectory });
  stack.defer(() => server.stop());
  return server;
}

async function startPlainServer() {
  const port = await freePort();
  const files = path.join(folder, 'plain');
  await mkdir(files);
  const origin = `http://127.0.0.1:${port}`;
  const environment = { PORT: String(port), FOLDER: files };
  const server = await startChildServer({ args: [PLAIN_SERVER], environment, probe: origin });
  stack.defer(() => server.stop());
  return { ...server, origin };
}
