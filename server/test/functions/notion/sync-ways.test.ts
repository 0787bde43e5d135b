/**
 * Which way texts go between a page and its Notion page: through the real function and Notion’s own client,
 * against a stand-in.
 */
import { describe, expect, test } from 'vitest';
import { useNotionWorkspace } from './notion-workspace.ts';

const { notion, link, sync, read, write, stateOf, versionsOf, versionsFromNotion, said, writes } =
  useNotionWorkspace();

describe('bring from Notion', () => {
  test('takes title and text, and Notion is not written to', async () => {
    const remote = notion().pages.add('Roadmap', '# Goals\nFirst\nSecond\n- a\n- b');
    const page = await link(remote, 'bring', { content: 'Mine before' });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'synced', synced: 1 });
    const row = await read(page);
    expect(row).toMatchObject({ name: 'Roadmap', content: '# Goals\n\nFirst\n\nSecond\n\n- a\n- b' });
    expect(row.notion_url).toContain('notion.so');
    expect(Date.now() - Date.parse(row.notion_last_sync)).toBeLessThan(60_000);
    expect(writes()).toBe(before);
    expect(await versionsOf(page)).toEqual(['Mine before', row.content]);
    expect(await versionsFromNotion(page)).toEqual([row.content]);

    await write(page, { content: 'Changed here' });
    await sync(page);
    expect((await read(page)).content).toBe('Changed here');
    expect(writes()).toBe(before);
  });

  test('newly signed addresses are no change', async () => {
    const remote = notion().pages.add('Pictures', 'Look:');
    notion().pages.addBlock(remote, 'image', 'cat.png');
    const page = await link(remote, 'bring');
    await sync(page);
    const first = await read(page);
    expect(first.content).toContain('cat.png');
    expect(first.content).not.toContain('X-Amz');
    await sync(page);
    expect((await read(page)).updated_at).toBe(first.updated_at);
  });

  test('only the text matters, not the time of a change', async () => {
    const remote = notion().pages.add('Fast', 'one');
    const page = await link(remote, 'bring');
    await sync(page);
    const { editedAt } = remote;
    notion().pages.write(remote, 'two');
    remote.editedAt = editedAt;
    await sync(page);
    expect((await read(page)).content).toBe('two');
  });

  test('changes made here as well are merged, or asked about', async () => {
    const remote = notion().pages.add('Both', 'one\ntwo\nthree');
    const page = await link(remote, 'bring');
    await sync(page);
    await write(page, { content: 'ONE\n\ntwo\n\nthree' });
    notion().pages.write(remote, 'one\ntwo\nTHREE');
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('ONE\n\ntwo\n\nTHREE');
    expect(said(remote)).toBe('one\ntwo\nTHREE');

    await write(page, { content: 'ONE!\n\ntwo\n\nTHREE' });
    notion().pages.write(remote, 'Eins\ntwo\nTHREE');
    expect((await sync(page)).data).toMatchObject({ state: 'conflict' });
    expect((await read(page)).content).toBe('ONE!\n\ntwo\n\nTHREE');
    expect((await sync(page, 'ours')).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('Eins\ntwo\nTHREE');
  });
});

describe('send to Notion', () => {
  test('writes title and text, and a version keeps the former ones', async () => {
    const remote = notion().pages.add('Old', 'Old text');
    const page = await link(remote, 'send', { name: 'New', content: '* one\n* two' });
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(remote.title).toBe('New');
    expect(said(remote)).toBe('- one\n- two');
    expect((await read(page)).content).toBe('* one\n* two');
    expect(await versionsOf(page)).toContain('Old text');
    const before = writes();
    await sync(page);
    expect(writes()).toBe(before);
  });

  test('only the changed part is sent, on top of Notion’s form of the text', async () => {
    const remote = notion().pages.add('Plan', '');
    const page = await link(remote, 'send', { content: '* one\n\nText\n\n## End' });
    await sync(page);
    await write(page, { content: '* one\n\nText, more\n\n## End' });
    await sync(page);
    expect(said(remote)).toBe('- one\nText, more\n## End');
  });

  test('front matter stays here', async () => {
    const remote = notion().pages.add('Plan', '');
    const page = await link(remote, 'both', { content: '---\ntags: [a]\n---\n\nText' });
    await sync(page);
    expect(said(remote)).toBe('Text');
    notion().pages.write(remote, 'Other text');
    await sync(page);
    expect((await read(page)).content).toBe('---\ntags: [a]\n---\n\nOther text');
  });

  test('nothing comes from Notion', async () => {
    const remote = notion().pages.add('Plan', '');
    const page = await link(remote, 'send', { content: 'Mine' });
    await sync(page);
    notion().pages.write(remote, 'Theirs');
    await sync(page);
    expect((await read(page)).content).toBe('Mine');
    expect(said(remote)).toBe('Theirs');
  });
});

describe('both ways', () => {
  test('one side changed, the other follows', async () => {
    const remote = notion().pages.add('Plan', 'one\ntwo');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'one\n\ntwo\n\nthree', name: 'Plan B' });
    await sync(page);
    expect(said(remote)).toBe('one\ntwo\nthree');
    expect(remote.title).toBe('Plan B');
    notion().pages.write(remote, 'zero\none\ntwo\nthree');
    remote.title = 'Plan C';
    await sync(page);
    expect(await read(page)).toMatchObject({ content: 'zero\n\none\n\ntwo\n\nthree', name: 'Plan C' });
  });

  test('both changed: merged on the last text in common', async () => {
    const remote = notion().pages.add('Plan', 'one\ntwo\nthree');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'ONE\n\ntwo\n\nthree' });
    notion().pages.write(remote, 'one\ntwo\nTHREE');
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('ONE\n\ntwo\n\nTHREE');
    expect(said(remote)).toBe('ONE\ntwo\nTHREE');
  });

  test('in conflict both are kept, a version each, and nothing moves until a person chooses', async () => {
    const remote = notion().pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'ours' });
    notion().pages.write(remote, 'theirs');
    const before = writes();
    for (let time = 0; time < 3; time++) expect((await sync(page)).data).toMatchObject({ state: 'conflict' });
    expect(await stateOf(page)).toMatchObject({ state: 'conflict', reason: 'both-changed' });
    expect((await read(page)).content).toBe('ours');
    expect(said(remote)).toBe('theirs');
    expect(writes()).toBe(before);
    const versions = await versionsOf(page);
    expect(versions.filter((content) => content === 'theirs')).toHaveLength(1);
    expect(await versionsFromNotion(page)).toEqual(['one', 'theirs']);
    expect(versions.at(-1)).toBe('ours');

    expect((await sync(page, 'theirs')).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('theirs');
    await write(page, { content: 'ours again' });
    notion().pages.write(remote, 'theirs again');
    await sync(page);
    expect((await sync(page, 'ours')).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('ours again');
    expect(await versionsOf(page)).toContain('theirs again');
  });
});
