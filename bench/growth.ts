/**
 * `npm run bench:growth`: what reading, saving and listing cost one workspace while the database around it grows from
 * a thousand pages to a million, over HTTP on one connection. `-- --pages=100000` stops sooner.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import type { Lane } from './contestants/contestant.ts';
import { httpLane } from './contestants/http-lane.ts';
import { startServer } from './contestants/trellis-server.ts';
import type { Account } from './dataset/data-set.ts';
import { markdown } from './dataset/markdown.ts';
import { signUp } from './dataset/sign-up.ts';
import { median, percentile } from './measure/statistics.ts';

const PAGES_EACH = 1000;
const SAMPLES = 1000;
const STEPS = [1, 10, 100, 1000];

const { values: options } = parseArgs({ options: { pages: { type: 'string', default: '1000000' } } });

await using stack = new AsyncDisposableStack();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-growth-'));
stack.defer(() => rm(dataDir, { recursive: true, force: true }));
const postgres = await startPostgres();
stack.defer(() => postgres.stop());
const server = await startServer({ dataDir, databaseUrl: postgres.url, profileDirectory: undefined });
stack.defer(() => server.stop());
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
stack.defer(() => client.end());

const account = await accountWithWorkspace();
await fill(account.workspaceId, account.userId);
const pageIds = await idsOf(account.workspaceId);
const lane = httpLane(server.origin, server.apiKey, {
  author: account,
  librarian: account,
  drafter: account,
  pageIds,
  versions: new Map(),
});
stack.defer(() => lane.close());

console.log(
  '| pages in the database | workspaces | page read, p50 / p99 ms | page save, p50 / p99 ms | tree of 1,000, p50 / p99 ms |',
);
console.log(
  '| --------------------: | ---------: | ----------------------: | ----------------------: | --------------------------: |',
);
let workspaces = 1;
for (const step of STEPS.filter((count) => count * PAGES_EACH <= Number(options.pages))) {
  for (; workspaces < step; workspaces++) await addWorkspace(workspaces);
  await client.query('vacuum analyze');
  await lane.awake();
  const read = await repeat(SAMPLES, (index) => timed(() => lane.read(idAt(index))));
  const save = await repeat(SAMPLES / 2, (index) => saveOnce(lane, idAt(index), index));
  const tree = await repeat(SAMPLES / 20, () => timed(() => lane.tree(account)));
  const cells = [read, save, tree].map((times) => `${ms(median(times))} / ${ms(percentile(times, 0.99))}`);
  console.log(
    `| ${(step * PAGES_EACH).toLocaleString('en')} | ${step.toLocaleString('en')} | ${cells.join(' | ')} |`,
  );
}

async function accountWithWorkspace(): Promise<Account> {
  const signedUp = await signUp(server, 'author');
  const { rows } = await client.query<{ id: string }>(
    'select organization_id as id from public.organization_members where user_id = $1',
    [signedUp.userId],
  );
  return { ...signedUp, workspaceId: rows[0]?.id ?? '' };
}

/** Skips the triggers, which would take an hour for a million pages, and writes their columns itself. */
async function addWorkspace(number: number): Promise<void> {
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<{ id: string }>(
    'insert into public.organizations (name, slug) values ($1, $1) returning id',
    [`workspace-${number}`],
  );
  await client.query('set session_replication_role = origin');
  await fill(rows[0]?.id ?? '', null);
}

async function fill(workspaceId: string, author: string | null): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into public.pages (organization_id, name, content, order_index, created_by, updated_by)
     select $1, 'Page ' || n, left($2, 200 + n % 400), n, $3, $3 from generate_series(1, $4::int) as n`,
    [workspaceId, markdown(1), author, PAGES_EACH],
  );
  await client.query('set session_replication_role = origin');
}

async function idsOf(workspaceId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from public.pages where organization_id = $1',
    [workspaceId],
  );
  return rows.map((row) => row.id);
}

function idAt(index: number): string {
  return pageIds[(index * 7) % pageIds.length] ?? '';
}

/** @returns milliseconds of the save alone, without the read that finds the version it is based on */
async function saveOnce(to: Lane, pageId: string, index: number): Promise<number> {
  const [page] = JSON.parse(await to.read(pageId)) as { updated_at: string }[];
  return timed(() => to.save(pageId, page?.updated_at ?? '', `Text number ${index}`));
}

async function timed(operation: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await operation();
  return performance.now() - start;
}

async function repeat(samples: number, measure: (index: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < samples; index++) times.push(await measure(index));
  return times;
}

function ms(value: number): string {
  return value.toFixed(2);
}
