/** Bringing pages from Notion that are not here yet. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPage, signUp } from '../../product/people.ts';
import { useNotionWorkspace } from './notion-workspace.ts';

const { notion, server, mia, call, sync, read, write, stateOf } = useNotionWorkspace();

describe('bringing pages', () => {
  const list = async (body: object = {}) => (await call(mia(), 'notion-sync/pages', body)).data;
  const bring = async (notionPageId: string, parentId?: string) =>
    (await call(mia(), 'notion-sync/import', { notionPageId, parentId })).data;

  test('lists the shared pages in pieces, and marks those brought before', async () => {
    const name = randomUUID();
    const remotes = [1, 2, 3].map((number) => notion().pages.add(`${name} ${number}`, 'text'));
    await bring(remotes[2]?.id ?? '');
    notion().pages.pageSize = 2;
    const first = await list({ query: name });
    expect(first).toMatchObject({
      pages: [
        { id: remotes[2]?.id, title: `${name} 3`, isHere: true },
        { id: remotes[1]?.id, title: `${name} 2`, isHere: false },
      ],
      nextCursor: '2',
    });
    expect(await list({ query: name, cursor: first.nextCursor })).toMatchObject({
      pages: [{ id: remotes[0]?.id }],
      nextCursor: null,
    });
    expect(await list({ query: randomUUID() })).toEqual({ pages: [], nextCursor: null });
  });

  test('brings a page with its place, and names the pages beneath it and the parts left out', async () => {
    const remote = notion().pages.add('Handbook', 'Welcome');
    const child = notion().pages.add('Rules', 'Be kind', remote);
    notion().pages.addBlock(remote, 'child_database', 'Tasks');
    const parent = await createPage(mia(), { name: 'From Notion' });
    const top = await bring(remote.id, parent.id);
    expect(top).toMatchObject({
      status: 'imported',
      name: 'Handbook',
      children: [{ id: child.id, title: 'Rules' }],
      left: [{ type: 'child_database', count: 1 }],
    });
    const below = await bring(child.id, String(top.pageId));
    expect(await read(String(below.pageId))).toMatchObject({
      name: 'Rules',
      content: 'Be kind',
      parent_id: top.pageId,
      notion_page_id: child.id,
      notion_direction: 'bring',
      created_by: mia().id,
    });
    expect(await stateOf(String(below.pageId))).toMatchObject({ state: 'synced' });

    expect(await bring(child.id)).toMatchObject({ status: 'here', pageId: below.pageId });
    notion().pages.write(child, 'Be kinder');
    await sync(String(below.pageId));
    expect((await read(String(below.pageId))).content).toBe('Be kinder');
  });

  test('brings a page once when two people ask at the same time', async () => {
    const remote = notion().pages.add('Once', 'text');
    const answers = await Promise.all([bring(remote.id), bring(remote.id), bring(remote.id)]);
    expect(new Set(answers.map(({ pageId }) => pageId)).size).toBe(1);
    const { count } = await mia()
      .client.from('pages')
      .select('id', { count: 'exact', head: true })
      .eq('notion_page_id', remote.id);
    expect(count).toBe(1);
  });

  test('says why a page did not come', async () => {
    expect(await bring(randomUUID())).toMatchObject({ status: 'skipped', reason: 'not-shared' });
    const trashed = notion().pages.add('Trash', 'text');
    trashed.inTrash = true;
    expect(await bring(trashed.id)).toMatchObject({ status: 'skipped', reason: 'in-trash' });
    const remote = notion().pages.add('Back', 'text');
    const { pageId } = await bring(remote.id);
    await write(String(pageId), { is_archived: true });
    expect(await bring(remote.id)).toMatchObject({ status: 'skipped', reason: 'in-trash-here' });
    const foreign = await signUp(server(), 'Otto');
    const theirs = await createPage(foreign, { name: 'Theirs' });
    expect(
      await call(mia(), 'notion-sync/import', {
        notionPageId: notion().pages.add('X').id,
        parentId: theirs.id,
      }),
    ).toMatchObject({
      status: 400,
      error: 'The parent page does not exist in this workspace',
    });
  });
});
