/**
 * `npm run bench:backup`: how long it takes to back up 100,000 pages, to restore them, and to move them between the embedded database
 * and Postgres; and what a save costs on the embedded database meanwhile. `-- --pages=10000` takes fewer.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../scripts/free-port.ts';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { httpLane } from './contestants/http-lane.ts';
import { startServer } from './contestants/trellis-server.ts';
import { markdown } from './dataset/markdown.ts';
import { signUp } from './dataset/sign-up.ts';
import { median, percentile } from './measure/statistics.ts';

const TRELLIS = fileURLToPath(new URL('../server/src/command/trellis.ts', import.meta.url));
const AT_ONCE = 10_000;
const SAVES = 300;

const { values: options } = parseArgs({ options: { pages: { type: 'string', default: '100000' } } });
const pages = Number(options.pages);

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-backup-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
// As an operator's: with fsync, which is off in tests.
const postgres = await startPostgres(['fsync=on', 'max_wal_size=4GB']);
stack.defer(() => postgres.stop());

const first = await newPlace('postgres', 'filled');
const account = await fillFirst();
console.log(`${pages.toLocaleString('en')} pages, with a version, a document and search words each:`);
console.log('| step | seconds |\n| --- | ---: |');
const ofPostgres = await backUp(first, 'Back up Postgres');
await run('Restore it into another Postgres', await newPlace('postgres', 'restored'), [
  'restore',
  ofPostgres,
]);
const moved = { ...first, DATABASE_URL: '' };
await run('Move it to the embedded database', first, ['move-to-embedded']);
const ofEmbedded = await backUp(moved, 'Back up the embedded database');
await run('Restore it into another embedded one', await newPlace('embedded', 'again'), [
  'restore',
  ofEmbedded,
]);
const back = await newPlace('postgres', 'back');
await run('Move the embedded database to Postgres', moved, ['move-to-postgres', back.DATABASE_URL ?? '']);
console.log(`The archive has ${Math.round((await stat(ofEmbedded)).size / 1024 / 1024)} MB.`);
await saveMeanwhile();

interface Place extends Record<string, string> {
  readonly DATA_DIR: string;
  readonly PORT: string;
}

async function newPlace(engine: 'postgres' | 'embedded', name: string): Promise<Place> {
  const plain = {
    DATA_DIR: path.join(folder, name),
    PORT: String(await freePort()),
    PATH: process.env.PATH ?? '',
  };
  await mkdir(plain.DATA_DIR);
  if (engine === 'embedded') return plain;
  await ask(postgres.url, `create database ${name}`);
  return { ...plain, DATABASE_URL: postgres.url.replace(/postgres$/, name) };
}

async function ask(url: string, ...statements: (readonly [string, ...unknown[]] | string)[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) {
    const [text, ...values] = typeof statement === 'string' ? [statement] : statement;
    await client.query(text, values);
  }
  await client.end();
}

async function trellis(place: Place, words: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [TRELLIS, ...words], { env: place, maxBuffer: 1024 ** 3 });
}

async function run(step: string, place: Place, words: readonly string[]): Promise<void> {
  const start = performance.now();
  await trellis(place, words);
  console.log(`| ${step} | ${((performance.now() - start) / 1000).toFixed(1)} |`);
}

async function backUp(place: Place, step: string): Promise<string> {
  await run(step, place, ['backup']);
  const backups = path.join(place.DATA_DIR, 'backups');
  return path.join(backups, (await readdir(backups)).sort().at(-1) ?? '');
}

/** Skips the triggers, which would take some minutes, and writes what they would. */
async function fillFirst() {
  const server = await startServer({
    dataDir: first.DATA_DIR,
    databaseUrl: first.DATABASE_URL,
    profileDirectory: undefined,
  });
  const signedUp = await signUp(server, 'author');
  await server.stop();
  const url = first.DATABASE_URL ?? '';
  const workspace = `(select organization_id from public.organization_members)`;
  for (let start = 0; start < pages; start += AT_ONCE) {
    const texts = Array.from({ length: 500 }, (_, index) =>
      markdown(start + index).slice(index, 2000 + index),
    );
    await ask(url, 'set session_replication_role = replica', [
      `insert into public.pages (organization_id, name, content, order_index, created_by, updated_by)
        select ${workspace}, 'Page ' || n, n || ($2::text[])[1 + n % 500], n, $1, $1 from generate_series($3::int, $4::int) as n`,
      signedUp.userId,
      texts,
      start + 1,
      Math.min(start + AT_ONCE, pages),
    ]);
  }
  await ask(
    url,
    'set session_replication_role = replica',
    `insert into public.page_versions (page_id, organization_id, name, created_by, created_at, updated_at, digest)
    select id, organization_id, name, created_by, created_at, updated_at, sha256(convert_to(content, 'utf8')) from public.pages`,
    [
      `insert into public.page_documents (page_id, state, state_head, head, texts_version, bytes)
      select id, $1 || convert_to(content, 'utf8'), id, id, updated_at, 3000 from public.pages`,
      randomBytes(500),
    ],
    `insert into public.page_search (page_id, organization_id, updated_at, title, words)
    select id, organization_id, updated_at, lower(name), lower(content) from public.pages`,
    'vacuum analyze',
  );
  return signedUp;
}

/** On the embedded database: saves before a backup, and while one is made. */
async function saveMeanwhile(): Promise<void> {
  const port = Number(moved.PORT);
  const server = await startServer({
    dataDir: moved.DATA_DIR,
    databaseUrl: undefined,
    profileDirectory: undefined,
    port,
  });
  const workspaceId = await workspaceOf(server.origin, server.apiKey);
  const author = { ...account, workspaceId };
  const lane = httpLane(server.origin, server.apiKey, {
    author,
    librarian: author,
    drafter: author,
    pageIds: [],
    versions: new Map(),
  });
  await lane.awake();
  const before = await save(() => false);
  let isOver = false;
  const making = trellis(moved, ['backup']).finally(() => {
    isOver = true;
  });
  const during = await save(() => !isOver);
  await making;
  for (const [when, times] of [
    ['before a backup', before],
    ['while one is made', during],
  ] as const)
    console.log(
      `A page made ${when}, on the embedded database: p50 ${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, at most ${Math.max(...times).toFixed(0)} ms (${times.length}).`,
    );
  lane.close();
  await server.stop();

  async function save(goesOn: () => boolean): Promise<number[]> {
    const times: number[] = [];
    for (let index = 0; index < SAVES || goesOn(); index++) {
      const start = performance.now();
      await lane.create(`Made ${index}`, index);
      times.push(performance.now() - start);
    }
    return times;
  }
}

async function workspaceOf(origin: string, apiKey: string): Promise<string> {
  const headers = { apikey: apiKey, authorization: `Bearer ${account.accessToken}` };
  const answer = await fetch(`${origin}/rest/v1/organization_members?select=organization_id`, { headers });
  const [member] = (await answer.json()) as { organization_id: string }[];
  return member?.organization_id ?? '';
}
