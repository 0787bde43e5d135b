/** Syncing while Notion is busy, breaks, or does not answer. */
import { describe, expect, test } from 'vitest';
import { apiError } from '../../support/notion-stand-in/api-errors.ts';
import { useNotionWorkspace } from './notion-workspace.ts';

const { notion, mia, call, link, sync, read, write, said, writes } = useNotionWorkspace();

describe('when Notion is in trouble', () => {
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
    const before = notion().requests.length;
    const answer = await call(mia(), 'notion-sync');
    expect(answer).toMatchObject({ status: 503, code: 'notion_blocked' });
    expect(notion().requests.length - before).toBe(1);
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

  test('a write without an answer is given up after a time, and not repeated', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'two' });
    notion().faults.next({ method: 'PATCH', path: /markdown$/, instead: 'hang' });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'not-written' });
    expect(writes() - before).toBe(1);
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
});
