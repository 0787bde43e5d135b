/** Syncing with Notion never damages either side. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { apiError } from '../../support/notion-stand-in/api-errors.ts';
import { type Direction, useNotionWorkspace } from './notion-workspace.ts';

const { notion, link, sync, read, write, stateOf, said } = useNotionWorkspace();

describe('a sync avoids damage', () => {
  test.each(['bookmark', 'embed', 'synced_block', 'table_of_contents', 'child_database'])(
    'a page with a %s is never written to',
    async (type) => {
      const remote = notion().pages.add('Plan', 'one');
      const page = await link(remote, 'both');
      await sync(page);
      notion().pages.addBlock(remote, type, 'Like text');
      const before = said(remote);
      await write(page, { content: 'ours' });
      // Whether the texts can be merged or not, and whatever a person chooses.
      await sync(page);
      await sync(page, 'ours');
      expect(said(remote)).toBe(before);
      expect(await stateOf(page)).toEqual({
        state: 'blocked',
        reason: 'blocks',
        blocks: [{ type, count: 1 }],
      });
      expect((await read(page)).content).toBe('ours');
    },
  );

  test('blocks are found on every page of the list', async () => {
    notion().pages.pageSize = 2;
    const remote = notion().pages.add('Plan', 'a\nb\nc\nd\ne');
    notion().pages.addBlock(remote, 'synced_block', 'f');
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({
      state: 'blocked',
      blocks: [{ type: 'synced_block', count: 1 }],
    });
  });

  test('a page that Notion reads only in part is neither written nor brought', async () => {
    const remote = notion().pages.add('Long', 'a\nb\nc');
    remote.mostBlocks = 2;
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({ state: 'blocked', reason: 'truncated' });
    expect(remote.blocks).toHaveLength(3);
    await write(page, { notion_direction: 'bring' });
    expect((await sync(page)).data).toMatchObject({ state: 'blocked', reason: 'truncated' });
    expect((await read(page)).content).toBe('ours');
  });

  test.each<Direction>(['bring', 'both'])('%s: an empty answer deletes nothing', async (direction) => {
    const remote = notion().pages.add('Plan', 'text');
    const page = await link(remote, direction);
    await sync(page);
    notion().pages.write(remote, '');
    expect((await sync(page)).data).toMatchObject({ state: 'emptied', reason: 'remote' });
    expect((await read(page)).content).toBe('text');
    expect((await sync(page, 'theirs')).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('');
  });

  test('a page emptied here empties none at Notion', async () => {
    const remote = notion().pages.add('Plan', 'text');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: '' });
    expect((await sync(page)).data).toMatchObject({ state: 'emptied', reason: 'local' });
    expect(said(remote)).toBe('text');
  });

  test('a page that is gone, not shared or in the trash at Notion stays here', async () => {
    const remote = notion().pages.add('Plan', 'text');
    const page = await link(remote, 'both');
    await sync(page);
    remote.isShared = false;
    expect((await sync(page)).data).toMatchObject({ state: 'gone', reason: 'not-shared' });
    remote.isShared = true;
    remote.inTrash = true;
    expect((await sync(page)).data).toMatchObject({ state: 'gone', reason: 'in-trash' });
    expect(await read(page)).toMatchObject({ content: 'text', is_archived: false });
    remote.inTrash = false;
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
  });

  test('pages beneath the page are not deleted by a text without them', async () => {
    const remote = notion().pages.add('Plan', 'text');
    notion().pages.add('Child', '', remote);
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'refused' });
    expect(remote.blocks.at(-1)?.type).toBe('child_page');
  });

  test('of two pages with the same counterpart, neither overwrites texts of the other', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const first = await link(remote, 'both');
    await sync(first);
    const second = await link(remote, 'send', { content: 'second' });
    await write(first, { content: 'first' });
    for (const page of [first, second])
      expect((await sync(page, 'ours')).data).toMatchObject({ state: 'blocked', reason: 'linked-twice' });
    expect(said(remote)).toBe('one');
    expect([(await read(first)).content, (await read(second)).content]).toEqual(['first', 'second']);

    // A page that only reads takes nothing away, nor does one in the trash.
    await write(second, { notion_direction: 'bring' });
    expect((await sync(first)).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('first');
    await write(second, { notion_direction: 'both' });
    await write(first, { content: 'first again' });
    expect((await sync(first)).data).toMatchObject({ state: 'blocked' });
    await write(second, { is_archived: true });
    expect((await sync(first)).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('first again');
  });

  test('a nested block is found as well', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const toggle = notion().pages.addBlock(remote, 'toggle', 'More');
    const inner = notion().pages.addBlock(remote, 'column', '', toggle);
    notion().pages.addBlock(remote, 'synced_block', 'Deep', inner);
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({
      state: 'blocked',
      blocks: [{ type: 'synced_block', count: 1 }],
    });
    expect(remote.blocks).toHaveLength(4);
  });

  test('a block hidden from the connection stands in the way, too', async () => {
    const remote = notion().pages.add('Plan', 'one');
    remote.hiddenBlockIds = [randomUUID()];
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({
      state: 'blocked',
      blocks: [{ type: 'hidden', count: 1 }],
    });
    expect(said(remote)).toBe('one');
  });

  test('a change around a file that Notion keeps is not sent, one elsewhere is', async () => {
    const remote = notion().pages.add('Plan', 'one');
    notion().pages.addBlock(remote, 'image', 'cat.png');
    const page = await link(remote, 'both');
    await sync(page);
    const { content } = await read(page);
    await write(page, { content: content.replace('one', 'two') });
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(remote.blocks.map(({ type, text }) => [type, text])).toEqual([
      ['paragraph', 'two'],
      ['image', 'cat.png'],
    ]);
    await write(page, { content: 'no picture' });
    expect((await sync(page)).data).toMatchObject({ state: 'blocked', reason: 'notion-files' });
    expect(remote.blocks).toHaveLength(2);
  });

  test('words written between reading and writing are not lost, on either side', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    // Here, while Notion is asked for its text.
    notion().pages.write(remote, 'one\nfrom Notion');
    notion().faults.next({
      method: 'GET',
      path: new RegExp(`/v1/pages/${remote.id}/markdown$`),
      instead: async () => {
        await write(page, { content: 'one\n\nfrom here' });
        return apiError(503, 'service_unavailable', 'Try again.');
      },
    });
    await sync(page);
    expect((await read(page)).content).toContain('from here');
    // There, while it is written to.
    await sync(page, 'ours');
    await write(page, { content: 'mine' });
    notion().faults.next({
      method: 'GET',
      path: new RegExp(`/v1/blocks/${remote.id}/children$`),
      afterwards: () => {
        notion().pages.write(remote, 'somebody at Notion');
        return Response.json({ object: 'list', results: [], has_more: false, next_cursor: null });
      },
    });
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'refused' });
    expect(said(remote)).toBe('somebody at Notion');
    expect((await sync(page)).data).toMatchObject({ state: 'conflict' });
  });
});
