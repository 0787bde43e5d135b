/** Syncing all pages of a workspace, when somebody asks and by the clock, and who may ask. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { askByKey } from '../../operator/operators.ts';
import { clientOf, type Person, signUp } from '../../product/people.ts';
import type { NotionPage } from '../../support/notion-stand-in/notion-pages.ts';
import { useNotionWorkspace } from './notion-workspace.ts';

const { notion, server, mia, send, call, link, sync, read, write, stateOf } = useNotionWorkspace();

describe('all pages of a workspace', () => {
  test('are synced, in spite of one that fails', async () => {
    const remotes = ['a', 'b', 'c'].map((name) => notion().pages.add(name, name));
    const pages = await Promise.all(remotes.map((remote) => link(remote, 'bring')));
    const lost = await link(randomUUID(), 'bring', { content: 'stays' });
    const archived = await link(remotes[0] as NotionPage, 'bring', { content: 'old' });
    await write(archived, { is_archived: true });
    const { data } = await call(mia(), 'notion-sync');
    expect(data).toMatchObject({ synced: 3, total: 4, remaining: 0 });
    expect(await Promise.all(pages.map(async (page) => (await read(page)).content))).toEqual(['a', 'b', 'c']);
    expect(await read(lost)).toMatchObject({ content: 'stays', is_archived: false });
    expect(await stateOf(lost)).toMatchObject({ state: 'gone' });
    const { data: run } = await mia()
      .client.from('notion_sync_runs')
      .select('total, done, synced, ended_at')
      .single();
    expect(run).toMatchObject({ total: 4, done: 4, synced: 3, ended_at: expect.any(String) });
  });

  test('are synced once when asked twice at once', async () => {
    const remotes = ['a', 'b', 'c'].map((name) => notion().pages.add(name));
    await Promise.all(remotes.map((remote, at) => link(remote, 'send', { content: `text ${at}` })));
    const before = notion().requests.length;
    const answers = await Promise.all([call(mia(), 'notion-sync'), call(mia(), 'notion-sync')]);
    expect(answers.map(({ data }) => data.synced)).toEqual([3, 3]);
    expect(answers[0].data.runId).toBe(answers[1].data.runId);
    const written = notion()
      .requests.slice(before)
      .filter(({ path, method }) => method === 'PATCH' && path.endsWith('markdown'));
    expect(written).toHaveLength(3);
  });

  test('are synced by the clock: once in a quarter of an hour, and only with the secret key', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const page = await link(remote, 'bring');
    const { data } = await mia().client.auth.getSession();
    for (const token of [undefined, 'x', data.session?.access_token, server().secrets.publishableKey])
      expect((await send('notion-sync/scheduled', {}, token)).status).toBe(403);
    const tick = () => send('notion-sync/scheduled', {}, server().secrets.secretKey);
    await tick();
    expect((await read(page)).content).toBe('one');
    notion().pages.write(remote, 'two');
    await tick();
    expect((await read(page)).content).toBe('one');
    const operator = clientOf(server(), server().secrets.secretKey);
    await operator
      .from('notion_sync_runs')
      .update({ started_at: new Date(Date.now() - 15 * 60_000).toISOString() })
      .eq('organization_id', mia().workspaceId);
    expect((await tick()).data).toMatchObject({ workspaces: 1, synced: 1, remaining: 0 });
    expect((await read(page)).content).toBe('two');
  });
});

test('failed pages are tried again when the operator says so, and no others', async () => {
  const remotes = ['a', 'b', 'c'].map((name) => notion().pages.add(name, name));
  const [failed = '', fine = ''] = await Promise.all(remotes.map((remote) => link(remote, 'bring')));
  await call(mia(), 'notion-sync');
  const operator = clientOf(server(), server().secrets.secretKey);
  await operator
    .from('page_notion_syncs')
    .update({ state: 'failed', reason: 'No luck' })
    .eq('page_id', failed);
  for (const [at, remote] of remotes.entries()) notion().pages.write(remote, `new ${at}`);
  const before = notion().requests.length;
  const retry = () => askByKey(server(), '/queues/notion/retry', { method: 'POST' });
  expect(await retry()).toEqual({ status: 200, body: { count: 1 } });
  await expect.poll(async () => (await stateOf(failed))?.state).toBe('synced');
  expect([(await read(failed)).content, (await read(fine)).content]).toEqual(['new 0', 'b']);
  const asked = notion()
    .requests.slice(before)
    .filter(({ path }) => path.includes(remotes[1]?.id ?? ''));
  expect(asked).toEqual([]);
  const run = () => mia().client.from('notion_sync_runs').select('total, done, ended_at').single();
  await expect
    .poll(async () => (await run()).data)
    .toMatchObject({ total: 3, done: 3, ended_at: expect.any(String) });
  expect((await retry()).body).toEqual({ count: 0 });
});

describe('the rights to sync', () => {
  test('a member syncs pages that they may write, and starts nothing for the whole workspace', async () => {
    const max = await signUp(server(), 'Max');
    const outsider = await signUp(server(), 'Otto');
    const operator = clientOf(server(), server().secrets.secretKey);
    await operator
      .from('organization_members')
      .insert({ organization_id: mia().workspaceId, user_id: max.id, role: 'member' });
    const remote = notion().pages.add('Plan', 'text');
    const page = await link(remote, 'bring');
    const secret = await link(notion().pages.add('Diary', 'text'), 'bring', { visibility: 'private' });
    const as = (person: Person, path: string, body: object = {}) =>
      call(person, path, { workspaceId: mia().workspaceId, ...body });

    expect((await as(max, 'notion-sync/page', { pageId: page })).data).toMatchObject({ state: 'synced' });
    expect(await as(max, 'notion-sync/page', { pageId: secret })).toMatchObject({ status: 404 });
    expect(await as(max, 'notion-sync')).toMatchObject({ status: 403, code: 'managers_only' });
    expect(await as(max, 'notion-sync/pages')).toMatchObject({ status: 403 });
    expect(await as(max, 'notion-sync/import', { notionPageId: remote.id })).toMatchObject({ status: 403 });
    for (const path of ['notion-sync', 'notion-sync/pages', 'notion-sync/page']) {
      expect(await as(outsider, path, { pageId: page })).toMatchObject({ status: 403 });
      expect(await send(path, { workspaceId: mia().workspaceId, pageId: page })).toMatchObject({
        status: 401,
      });
    }
    // Another workspace's page through one's own.
    expect(await call(outsider, 'notion-sync/page', { pageId: page })).toMatchObject({ status: 404 });
    expect(await sync('nonsense')).toMatchObject({ status: 400 });
    expect(await call(mia(), 'notion-sync', { runId: 'nonsense' })).toMatchObject({ status: 400 });
  });

  test('a sync without a connection is refused', async () => {
    const page = await link(notion().pages.add('Plan', 'text'), 'bring');
    await call(mia(), 'notion-oauth/disconnect');
    for (const answer of [await sync(page), await call(mia(), 'notion-sync')])
      expect(answer).toMatchObject({ status: 409, code: 'notion_not_connected' });
  });
});
