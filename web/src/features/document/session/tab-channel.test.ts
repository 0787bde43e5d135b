import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { openTabChannel, type TabChannelEvents } from './tab-channel.ts';

const SAVED = { phase: 'ready', status: 'saved' } as const;
let pages = 0;

function openTab(name: string) {
  const document = new Y.Doc();
  const onState = vi.fn<TabChannelEvents['onState']>();
  const nothing = () => undefined;
  const drafts = { epoch: 'epoch', ownClients: new Set<number>(), noteOwn: nothing };
  const channel = openTabChannel(name, document, drafts, {
    onState,
    onUpdate: nothing,
    onSaveNow: nothing,
    onSaveApart: nothing,
    onSavedApart: nothing,
    onRefresh: nothing,
    onRefreshed: nothing,
    onHello: nothing,
    onOtherDocument: nothing,
    onReplaced: nothing,
  });
  return { channel, onState, text: document.getText('content') };
}

test('a tab knows whether another one had heard its words when it told its state', async () => {
  const name = `page ${pages++}`;
  const saving = openTab(name);
  const writing = openTab(name);
  saving.channel.sendState(SAVED);
  await expect.poll(() => writing.onState.mock.lastCall).toEqual([SAVED, true]);
  // On their way past each other.
  writing.text.insert(0, 'a');
  saving.channel.sendState(SAVED);
  await expect.poll(() => writing.onState.mock.lastCall).toEqual([SAVED, false]);
  await expect.poll(() => saving.text.toString()).toBe('a');
  saving.channel.sendState(SAVED);
  await expect.poll(() => writing.onState.mock.lastCall).toEqual([SAVED, true]);
  saving.channel.close();
  writing.channel.close();
});
