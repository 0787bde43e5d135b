/** Icons between a page and its Notion page: emojis go along, and no picture that somebody chose is lost. */
// The same on every database: its subject is what is written to Notion and taken from it.
import { describe, expect, test } from 'vitest';
import { type Direction, useNotionWorkspace } from './notion-workspace.ts';

const { notion, call, mia, link, sync, read, write, stateOf, writes } = useNotionWorkspace();

const emoji = (icon: string) => ({ type: 'emoji', emoji: icon });
const FILE = {
  type: 'file',
  file: { url: 'https://example.com/logo.png', expiry_time: '2026-01-01T00:00:00Z' },
};
const EXTERNAL = { type: 'external', external: { url: 'https://example.com/logo.png' } };

async function linked(direction: Direction, here: string | null, there: { readonly type: string } | null) {
  const remote = notion().pages.add('Plan', 'text');
  remote.icon = there;
  const id = await link(remote, direction, { icon: here, content: direction === 'send' ? 'text' : '' });
  const synced = async () => {
    expect((await sync(id)).data).toMatchObject({ state: 'synced' });
    return { here: (await read(id)).icon, there: remote.icon };
  };
  return { remote, id, synced };
}

describe('the icon of a page', () => {
  test('comes with a page that is brought, if it is an emoji', async () => {
    const bring = async (icon: { readonly type: string }) => {
      const remote = notion().pages.add('Plan', 'text');
      remote.icon = icon;
      const { data } = await call(mia(), 'notion-sync/import', { notionPageId: remote.id });
      expect(data).toMatchObject({ status: 'imported' });
      return { remote, id: String(data.pageId), icon: (await read(String(data.pageId))).icon };
    };
    const brought = await bring(emoji('🚀'));
    expect(brought.icon).toBe('🚀');
    // Notion takes this for an emoji, and it is none here.
    for (const icon of [
      EXTERNAL,
      FILE,
      emoji('<img src=x>'),
      emoji('x'.repeat(100_000)),
      { type: 'emoji', emoji: 7 },
    ])
      expect((await bring(icon)).icon).toBe(null);
    brought.remote.icon = emoji('🎯');
    await sync(brought.id);
    expect((await read(brought.id)).icon).toBe('🎯');
  });

  test('goes both ways as it changes, and is taken away where both had it', async () => {
    const { remote, id, synced } = await linked('both', null, emoji('🚀'));
    expect(await synced()).toEqual({ here: '🚀', there: emoji('🚀') });
    await write(id, { icon: '🎯' });
    expect(await synced()).toEqual({ here: '🎯', there: emoji('🎯') });
    const before = writes();
    expect(await synced()).toEqual({ here: '🎯', there: emoji('🎯') });
    expect(writes()).toBe(before);
    await write(id, { icon: null });
    expect(await synced()).toEqual({ here: null, there: null });
    remote.icon = emoji('🌍');
    expect(await synced()).toEqual({ here: '🌍', there: emoji('🌍') });
    remote.icon = null;
    expect(await synced()).toEqual({ here: null, there: null });
  });

  test('goes one way where the texts go one way', async () => {
    const brings = await linked('bring', '🎯', null);
    expect(await brings.synced()).toEqual({ here: '🎯', there: null });
    const sends = await linked('send', '🎯', null);
    expect(await sends.synced()).toEqual({ here: '🎯', there: emoji('🎯') });
    sends.remote.icon = emoji('🌍');
    expect(await sends.synced()).toEqual({ here: '🎯', there: emoji('🌍') });
  });

  test('is left alone where both sides have chosen one, and where it is a picture', async () => {
    for (const [here, there] of [
      ['🎯', emoji('🚀')],
      ['🎯', FILE],
      [null, EXTERNAL],
      ['rocket/blue', null],
    ] as const) {
      const { synced } = await linked('both', here, there);
      expect(await synced()).toEqual({ here, there });
    }
    // Chosen at Notion after both had the same.
    const { remote, id, synced } = await linked('both', '🎯', null);
    await synced();
    remote.icon = FILE;
    await write(id, { icon: null });
    expect(await synced()).toEqual({ here: null, there: FILE });
  });

  test('that Notion does not take keeps no text back', async () => {
    const { remote, id, synced } = await linked('both', '🫩', null);
    expect(await synced()).toEqual({ here: '🫩', there: null });
    await write(id, { content: 'text\n\nand more' });
    await synced();
    expect(notion().pages.markdownOf(remote).markdown).toBe('text\nand more');
    expect(await stateOf(id)).toMatchObject({ state: 'synced' });
  });

  test('is not sent by two pages to one', async () => {
    const { remote, synced } = await linked('both', '🎯', null);
    await link(remote, 'both', { icon: '🌍', content: 'text' });
    expect(await synced()).toEqual({ here: '🎯', there: null });
  });
});
