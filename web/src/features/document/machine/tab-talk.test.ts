import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Put, TabMessage } from './commands.ts';
import { type Heard, TabTalk } from './tab-talk.ts';

const SAVED = { phase: 'ready', status: 'saved' } as const;

/** @returns two tabs, and how to bring one the messages of the other that are on their way */
function openTabs() {
  const tabs = ['saving', 'writing'].map((id) => {
    const sent: TabMessage[] = [];
    const put: Put = (name, ...given) => {
      if (name === 'post') sent.push(given[0] as TabMessage);
    };
    const document = new Y.Doc();
    const drafts = { isShared: true, epoch: 'epoch', ownClients: new Set<number>(), progress: undefined };
    const talk = new TabTalk(document, drafts, id, put);
    document.on('update', (update: Uint8Array, origin: unknown) => talk.notice(update, origin));
    return { talk, sent, text: document.getText('content') };
  });
  type Tab = (typeof tabs)[number];
  const bring = (from: Tab, to: Tab): (Heard | undefined)[] =>
    from.sent.splice(0).map((message) => to.talk.hear(message));
  const [saving, writing] = tabs as [Tab, Tab];
  return { saving, writing, bring };
}

test('a tab knows whether another one had heard its words when it told its state', () => {
  const { saving, writing, bring } = openTabs();
  const told = (knowsAll: boolean) => [{ kind: 'state', state: SAVED, knowsAll, isOfOther: false }];
  bring(saving, writing);
  bring(writing, saving);
  bring(saving, writing);
  saving.talk.sayState(SAVED);
  expect(bring(saving, writing)).toEqual(told(true));
  // On their way past each other.
  writing.text.insert(0, 'a');
  saving.talk.sayState(SAVED);
  expect(bring(saving, writing)).toEqual(told(false));
  expect(bring(writing, saving)).toEqual([{ kind: 'update' }]);
  expect(saving.text.toString()).toBe('a');
  saving.talk.sayState(SAVED);
  expect(bring(saving, writing)).toEqual(told(true));
});
