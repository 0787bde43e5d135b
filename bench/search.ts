/**
 * `npm run bench:search`: how long questions take in a workspace of ten thousand pages beside ten others, over HTTP on
 * one connection, on both engines. `-- --pages=1000` for a look, `-- --engine=embedded` (or `postgres`) for one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { type RunningServer, startServer } from './contestants/trellis-server.ts';
import { markdown } from './dataset/markdown.ts';
import { type SignedUp, signUp } from './dataset/sign-up.ts';
import { median, percentile } from './measure/statistics.ts';

const NEIGHBOURS = 10;
const BATCH = 50;
const SAMPLES = 40;
const RARE_EVERY = 977;

/** Questions, each with its reason: every one takes another way through the search. */
const QUESTIONS = [
  ['a word of every title', 'handbook'],
  ['a word of every text', 'roadmap'],
  ['a piece of such a word', 'oadma'],
  ['a rare word', 'zebrafish'],
  ['two words, without accents', 'uberprufung zebra'],
  ['two Japanese characters', '検索'],
  ['one letter', 'e'],
  ['a slip in a common word', 'raodmap'],
  ['a slip in a rare word', 'zebrafihs'],
  ['a word that is nowhere', 'qqxyzzyq'],
  ['signs only', '%_%"'],
] as const;

const { values: options } = parseArgs({
  options: { pages: { type: 'string', default: '10000' }, engine: { type: 'string', default: 'both' } },
});
const pages = Number(options.pages);

if (options.engine !== 'embedded') await measure('PostgreSQL', true);
if (options.engine !== 'postgres') await measure('embedded', false);

async function measure(engine: string, onPostgres: boolean): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-search-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = onPostgres ? await startPostgres() : undefined;
  if (postgres) stack.defer(() => postgres.stop());
  const server = await startServer({ dataDir, databaseUrl: postgres?.url, profileDirectory: undefined });
  stack.defer(() => server.stop());

  const author = await signUp(server, 'author');
  const workspaceId = await fill(server, author, pages);
  for (let number = 0; number < NEIGHBOURS; number++)
    await fill(server, await signUp(server, `neighbour${number}`), pages / 50);

  await untilIndexed(server, author, workspaceId);
  console.log(`\n| ${engine}, ${pages.toLocaleString('en')} pages | p50 ms | p95 ms | found |`);
  console.log('| :-- | --: | --: | --: |');
  for (const [name, question] of QUESTIONS) {
    const times: number[] = [];
    let found = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const start = performance.now();
      const answer = await request(server, author, '/rest/v1/rpc/search_pages', {
        workspace_id: workspaceId,
        question,
      });
      times.push(performance.now() - start);
      found = (JSON.parse(answer) as unknown[]).length;
    }
    console.log(
      `| ${name} | ${median(times).toFixed(1)} | ${percentile(times, 0.95).toFixed(1)} | ${found} |`,
    );
  }
}

/** The work after the inserts takes the newest pages first, so the oldest is the last one to be found. */
async function untilIndexed(server: RunningServer, author: SignedUp, workspace_id: string): Promise<void> {
  const oldest = { workspace_id, question: 'Chapter 0 of the handbook', most: 1 };
  while ((await request(server, author, '/rest/v1/rpc/search_pages', oldest)) === '[]') await setTimeout(500);
}

/** Through the product's own policies and triggers. @returns the workspace */
async function fill(server: RunningServer, account: SignedUp, count: number): Promise<string> {
  const memberships = await request(server, account, '/rest/v1/organization_members?select=organization_id');
  const [{ organization_id }] = JSON.parse(memberships) as [{ organization_id: string }];
  for (let start = 0; start < count; start += BATCH) {
    const length = Math.min(BATCH, count - start);
    await request(
      server,
      account,
      '/rest/v1/pages',
      Array.from({ length }, (_, index) => page(organization_id, start + index)),
    );
  }
  return organization_id;
}

function page(organization_id: string, number: number) {
  const rare = number % RARE_EVERY === 5 ? '\nA zebrafish, 日本語の検索, Überprüfung' : '';
  return {
    organization_id,
    name: `Chapter ${number} of the handbook`,
    description: `What chapter ${number} is about`,
    content: markdown(number) + rare,
    order_index: number,
  };
}

async function request(
  server: RunningServer,
  account: SignedUp,
  address: string,
  body?: unknown,
): Promise<string> {
  const response = await fetch(`${server.origin}${address}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: server.apiKey,
      authorization: `Bearer ${account.accessToken}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
  return text;
}
