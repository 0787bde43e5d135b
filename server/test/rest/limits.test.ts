/** Limits of one request: rows of an answer, and work for a client that has disconnected. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../support/test-server.ts';
import { signToken, useLibrary } from './library.ts';

const { server, library } = useLibrary();

// Before the first request: one that comes before the schema is read again would not find them.
beforeAll(async () => {
  // Both take as long as a test lets them.
  const wait = 'pg_advisory_xact_lock(hashtext(mark))::text';
  for (const [name, volatility] of [
    ['dawdle', 'stable'],
    ['work', 'volatile'],
  ])
    await library().sql(
      `create function public.${name}(mark text) returns text language sql ${volatility} as $$ select ${wait} $$`,
    );
});

test('no answer has more rows than the operator allows', async () => {
  await using small = await startTestServer({ api: { statementTimeoutS: 8, maxRows: 2 } });
  const { publishableKey } = small.secrets;
  await small.database.asOwner(async (transaction) => {
    await transaction.query({ text: 'create table public.many as select n from generate_series(1, 5) as n' });
    await transaction.query({ text: 'grant select on public.many to anon' });
  });
  const response = await fetch(`${small.url}/rest/v1/many?limit=4&order=n`, {
    headers: { apikey: publishableKey },
  });
  expect(await response.json()).toEqual([{ n: 1 }, { n: 2 }]);
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'only a caller that keeps the database busy for too long has to wait',
  async () => {
    await using strict = await startTestServer({ api: { statementTimeoutS: 3, maxRows: 10 } });
    await strict.database.asOwner(async (transaction) => {
      await transaction.query({
        text: `create function public.dawdle(seconds int) returns text language sql stable
          as $$ select pg_sleep(seconds)::text $$`,
      });
      await transaction.query({ text: 'grant execute on function public.dawdle to authenticated' });
    });
    const ask = async (sub: string, seconds: number) => {
      const answer = await fetch(`${strict.url}/rest/v1/rpc/dawdle?seconds=${seconds}`, {
        headers: {
          apikey: strict.secrets.publishableKey,
          authorization: `Bearer ${await signToken(strict, { sub })}`,
        },
      });
      return [answer.status, Number(answer.headers.get('retry-after'))] as const;
    };
    const [costly, other] = [randomUUID(), randomUUID()];
    // A place is left to others; requests sent at once count as one.
    const many = [1, 2, 3, 4, 5].map(() => ask(costly, 30));
    expect(await ask(other, 0)).toEqual([200, 0]);
    expect((await Promise.all(many)).map(([status]) => status).sort()).toEqual([500, 500, 500, 500, 503]);
    const [status, wait] = await ask(costly, 0);
    expect(status).toBe(503);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(10);
    expect(await ask(other, 0)).toEqual([200, 0]);
  },
);

test('a pattern that costs too much is refused with a reason', async () => {
  const { error, status } = await library()
    .anon.from('authors')
    .select()
    .filter('name', 'match', String.raw`^(a*)(a*)\1\2b$`);
  expect([status, error?.code, error?.details]).toEqual([400, '2201B', 'it has a back reference']);
});

test('one request and one workspace hold as much text as the operator allows, and no more', async () => {
  await using small = await startTestServer({
    api: { megabytes: { request: 1, workspace: 2, workspaceFiles: 1 } },
  });
  const ada = createClient(small.url, small.secrets.publishableKey, { auth: { persistSession: false } });
  await ada.auth.signUp({ email: 'ada@example.test', password: 'correct horse' });
  const { data: workspace } = await ada.from('organizations').select('id').single();
  const add = async (megabytes: number) => {
    const content = randomBytes(megabytes * 512 * 1024).toString('hex');
    const { error, status } = await ada
      .from('pages')
      .insert({ organization_id: workspace?.id, name: 'Long', order_index: 1, content });
    return [status, error?.code];
  };
  expect(await add(1.5)).toEqual([400, 'TR040']);
  const accepted = [];
  let answer = await add(0.9);
  for (; answer[0] === 201 && accepted.length < 9; answer = await add(0.9)) accepted.push(answer);
  expect(answer).toEqual([400, 'TR041']);
  expect(accepted.length).toBeGreaterThan(0);
});

test('a caller without a session sends no large body', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(200_000) });
  const send = (token: string) =>
    fetch(`${server().url}/rest/v1/authors`, {
      method: 'POST',
      headers: {
        apikey: server().secrets.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body,
    });
  const refused = await send(server().secrets.publishableKey);
  expect([refused.status, await refused.json()]).toMatchObject([
    413,
    { message: 'The request body is larger than 128 KiB' },
  ]);
  expect((await send(await signToken(server(), {}))).status).toBe(201);
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a read that nobody waits for is cancelled, a write is not',
  async () => {
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = server().database.asOwner(async (transaction) => {
      await transaction.query({
        text: `select pg_advisory_xact_lock(hashtext(mark)) from unnest('{idle,busy}'::text[]) as mark`,
      });
      locked.resolve();
      await done.promise;
    });
    await locked.promise;
    try {
      await leaveBoth();
    } finally {
      done.resolve();
      await holding;
    }
    await expect.poll(() => running()).toEqual([]);
    expect(server().observations.filter(({ kind }) => kind === 'request-failed')).toEqual([]);
  },
);

/** Asks for a read and a write, and goes away once both run. */
async function leaveBoth(): Promise<void> {
  const gone = new AbortController();
  const asked = [
    library().anon.rpc('dawdle', { mark: 'idle' }, { get: true }).abortSignal(gone.signal),
    library().anon.rpc('work', { mark: 'busy' }).abortSignal(gone.signal),
  ].map((request) => request.then());
  await expect.poll(() => running()).toEqual(['dawdle', 'work']);
  gone.abort();
  await Promise.allSettled(asked);
  await expect.poll(() => running()).toEqual(['work']);
  // Long enough for a second cancellation to arrive.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await running()).toEqual(['work']);
}

async function running(): Promise<string[]> {
  const { rows } = await server().database.asOwner((transaction) =>
    transaction.query<{ name: string }>({
      text: `select substring(query from '"(dawdle|work)"') as name from pg_stat_activity
        where state = 'active' and pid <> pg_backend_pid() and query ~ '"(dawdle|work)"' order by 1`,
    }),
  );
  return rows.map(({ name }) => name);
}
