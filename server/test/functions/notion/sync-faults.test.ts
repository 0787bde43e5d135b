/** Syncing while Notion is busy, breaks, or does not answer. */
// The same on every database: its subject is what Notion answers.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createPage, signUp } from '../../product/people.ts';
import { apiError } from '../../support/notion-stand-in/api-errors.ts';
import type { NotionPage } from '../../support/notion-stand-in/notion-pages.ts';
import { type Answer, useNotionWorkspace } from './notion-workspace.ts';

const { notion, server, mia, call, link, sync, read, write, said, writes } = useNotionWorkspace();

describe('when Notion is in trouble', () => {
  let silent: NotionPage;
  let unanswered: Promise<Answer>;
  const writesTo = ({ id }: NotionPage) =>
    notion().requests.filter(({ method, path }) => method === 'PATCH' && path.includes(id)).length;
  // Until Notion's silence is taken for one, the other tests run.
  beforeAll(async () => {
    const ann = await signUp(server(), 'Ann');
    await call(ann, 'notion-oauth/token', { token: notion().state.makeInternalToken() });
    silent = notion().pages.add('Silent', 'one');
    const linked = { name: 'Plan', content: '', notion_direction: 'both', notion_page_id: silent.id };
    const { id: pageId } = await createPage(ann, linked);
    const syncOnce = () => call(ann, 'notion-sync/page', { pageId });
    expect((await syncOnce()).data).toMatchObject({ state: 'synced' });
    const { error } = await ann.client.from('pages').update({ content: 'two' }).eq('id', pageId);
    if (error) throw error;
    notion().faults.next({ method: 'PATCH', path: new RegExp(`${silent.id}/markdown$`), instead: 'hang' });
    unanswered = syncOnce();
    await vi.waitUntil(() => writesTo(silent) === 1, 90_000);
  });

  const limited =
    (reason: string, seconds: number, status = 429) =>
    () =>
      apiError(
        status,
        status === 429 ? 'rate_limited' : 'service_overload',
        'Slow down.',
        { additional_data: { rate_limit_reason: reason, retry_after: seconds } },
        { 'retry-after': String(seconds) },
      );

  test.each([429, 529])('%i waits as long as Notion wants', async (status) => {
    const remote = notion().pages.add('Plan', 'text');
    const page = await link(remote, 'bring');
    notion().faults.next({
      method: 'GET',
      path: new RegExp(`/v1/pages/${remote.id}$`),
      instead: limited('public_api_request_rate_limit', 2, status),
    });
    const start = Date.now();
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    const asked = notion().requests.filter(
      ({ path, at }) => at >= start && path === `/v1/pages/${remote.id}`,
    );
    expect(asked).toHaveLength(2);
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(1950);
  });

  test('a blocked connection is not asked again', async () => {
    const remote = notion().pages.add('Plan', 'text');
    const [page] = [await link(remote, 'bring'), await link(notion().pages.add('Other'), 'bring')];
    notion().faults.next({
      method: 'GET',
      path: /\/v1\/pages\//,
      instead: limited('public_api_request_blocked', 1),
    });
    const asked = () => notion().requests.filter(({ path }) => !path.includes(silent.id)).length;
    const before = asked();
    const answer = await call(mia(), 'notion-sync');
    expect(answer).toMatchObject({ status: 503, code: 'notion_blocked' });
    expect(asked() - before).toBe(1);
    expect((await read(page)).content).toBe('');
  });

  test('a write that was done and answered with 503 is read, not repeated', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'one\n\n* two' });
    notion().faults.next({
      method: 'PATCH',
      path: /markdown$/,
      afterwards: () =>
        apiError(503, 'service_unavailable', 'Saved.', {
          retry_guidance: ['Read the object again.', 'Do not repeat the write.'],
        }),
    });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(writes() - before).toBe(1);
    expect(said(remote)).toBe('one\n- two');
    await sync(page);
    expect(writes() - before).toBe(1);
  });

  test('a write that was not done is reported, and done by the next sync', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'two' });
    notion().faults.next({
      method: 'PATCH',
      path: /markdown$/,
      instead: () => apiError(503, 'service_unavailable', 'Not saved.'),
    });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'not-written' });
    expect(writes() - before).toBe(1);
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('two');
  });

  test('a failed read is tried again', async () => {
    const remote = notion().pages.add('Plan', 'text');
    const page = await link(remote, 'bring');
    notion().faults.next({
      method: 'GET',
      path: /markdown$/,
      instead: () => apiError(502, 'internal_server_error', 'Oops.'),
    });
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
  });

  test('a write without an answer is given up after a time, and not repeated', async () => {
    expect((await unanswered).data).toMatchObject({ state: 'failed', reason: 'not-written' });
    expect(writesTo(silent)).toBe(1);
  });
});
