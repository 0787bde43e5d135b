/**
 * Two servers on one database that sync the same workspace at the same time. Needs a real Postgres: the
 * embedded one has one server.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientOf } from '../../product/people.ts';
import { apiError } from '../../support/notion-stand-in/api-errors.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { useNotionWorkspace } from './notion-workspace.ts';

const TURN_MS = 400;

describe.skipIf(!process.env.TEST_DATABASE_URL)('in two processes at once (needs TEST_DATABASE_URL)', () => {
  const { notion, server, mia, send, call, link, read } = useNotionWorkspace();
  let other: TestServer;
  beforeAll(async () => {
    const { database, notion } = server().config;
    other = await startTestServer({ database, notion }, server().secrets);
  });
  afterAll(() => other[Symbol.asyncDispose]());

  const everywhere = <T>(ask: (url: string) => Promise<T>) =>
    Promise.all([server().url, other.url].map((url) => ask(url)));
  const syncAt = (url: string, pageId: string) => call(mia(), 'notion-sync/page', { pageId }, url);
  const operator = () => clientOf(server(), server().secrets.secretKey);
  const budget = async () => {
    const query = operator().from('notion_request_budgets').select('paused_until');
    return (await query.eq('organization_id', mia().workspaceId).single()).data;
  };

  async function sendSix(): Promise<string[]> {
    const remotes = Array.from({ length: 6 }, (_, at) => notion().pages.add(`Page ${at}`, `theirs ${at}`));
    return Promise.all(
      remotes.map((remote, at) => link(remote, 'send', { name: `Page ${at}`, content: `ours ${at}` })),
    );
  }
  const textsSent = (since: number) =>
    notion().requests.filter(
      ({ method, path, at }) => at >= since && method === 'PATCH' && path.endsWith('markdown'),
    ).length;

  test('all pages are synced once, and both are told the outcome', async () => {
    const pages = await sendSix();
    const start = Date.now();
    // A call that came only after the run would begin another.
    const looks = () =>
      [server(), other].flatMap(({ observations }) =>
        observations.filter(
          (one) => one.kind === 'request' && one.method === 'GET' && one.path.endsWith('/notion_sync_runs'),
        ),
      ).length;
    const before = looks();
    notion().faults.next({
      method: 'GET',
      path: /^\/v1\/pages\//,
      meanwhile: () => vi.waitUntil(() => looks() > before, 90_000),
    });
    const answers = await everywhere((url) => call(mia(), 'notion-sync', {}, url));
    expect(answers.map(({ data }) => data)).toEqual([
      expect.objectContaining({ synced: 6, total: 6, remaining: 0 }),
      expect.objectContaining({ synced: 6, total: 6, remaining: 0 }),
    ]);
    expect(answers[0]?.data.runId).toBe(answers[1]?.data.runId);
    expect(textsSent(start)).toBe(6);
    for (const [at, page] of pages.entries()) expect((await read(page)).content).toBe(`ours ${at}`);
  });

  test('one of two clocks starts the sync', async () => {
    await sendSix();
    const start = Date.now();
    const answers = await everywhere((url) =>
      send('notion-sync/scheduled', {}, server().secrets.secretKey, url),
    );
    expect(answers.reduce((sum, { data }) => sum + Number(data.synced), 0)).toBe(6);
    expect(textsSent(start)).toBe(6);
  });

  test('one of them at a time syncs a page', async () => {
    const remote = notion().pages.add('Plan', 'text');
    const page = await link(remote, 'bring');
    let second: Awaited<ReturnType<typeof syncAt>> | undefined;
    notion().faults.next({
      method: 'GET',
      path: new RegExp(`/v1/pages/${remote.id}/markdown$`),
      meanwhile: async () => {
        second = await syncAt(other.url, page);
      },
    });
    expect((await syncAt(server().url, page)).data).toMatchObject({ state: 'synced' });
    expect(second).toMatchObject({ status: 409, code: 'sync_under_way' });
    expect((await syncAt(other.url, page)).data).toMatchObject({ state: 'synced' });
  });

  test('they share one budget of requests', async () => {
    const pages = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => link(notion().pages.add(name, name), 'bring')),
    );
    // Spends the budget's burst.
    await operator()
      .from('notion_request_budgets')
      .upsert({
        organization_id: mia().workspaceId,
        spent_until: new Date(Date.now() + 12_000).toISOString(),
      });
    const start = Date.now();
    await Promise.all(pages.map((page, at) => syncAt(at % 2 ? other.url : server().url, page)));
    const times = notion()
      .requests.filter(({ at, path }) => at >= start && path.startsWith('/v1/pages/'))
      .map(({ at }) => at);
    expect(times).toHaveLength(8);
    // Each waits on its own, by its own clock.
    for (const [before, at] of times.entries())
      expect(at - start).toBeGreaterThanOrEqual(before * TURN_MS - 100);
  });

  test('when Notion tells one of them to wait, the other waits, too', async () => {
    const [first, second] = [notion().pages.add('First', 'text'), notion().pages.add('Second', 'text')];
    const pages = [await link(first, 'bring'), await link(second, 'bring')];
    let toldAt = 0;
    notion().faults.next({
      method: 'GET',
      path: new RegExp(`/v1/pages/${first.id}$`),
      instead: () => {
        toldAt = Date.now();
        return apiError(429, 'rate_limited', 'Slow down.', {}, { 'retry-after': '3' });
      },
    });
    const waiting = syncAt(server().url, pages[0] ?? '');
    await expect.poll(async () => (await budget())?.paused_until).toEqual(expect.any(String));
    expect((await syncAt(other.url, pages[1] ?? '')).data).toMatchObject({ state: 'synced' });
    expect((await waiting).data).toMatchObject({ state: 'synced' });
    const asked = notion().requests.filter(({ at, path }) => at > toldAt && path.startsWith('/v1/pages/'));
    expect(Math.min(...asked.map(({ at }) => at)) - toldAt).toBeGreaterThanOrEqual(2950);
  });
});
