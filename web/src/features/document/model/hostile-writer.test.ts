/** A writer of the page who sends what no browser would send, to the log or to the others' screens. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import type { OpenedDocument } from '../wire/page-server.ts';
import { FROM_LOG } from '../words/page-updates.ts';
import { ModelBrowser } from './model-browser.ts';
import { ModelLine } from './model-line.ts';
import { ModelServer } from './model-server.ts';
import type { ModelTab } from './model-tab.ts';
import { Queues } from './queues.ts';
// Otherwise the first story that needs it would wait for it.
import '../together/branches.ts';

const nextTask = setImmediate;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openPage() {
  const queues = new Queues();
  const server = new ModelServer(queues);
  const line = new ModelLine(queues, server);
  const openBrowser = () => new ModelBrowser(queues, server, line).open();
  const tab = openBrowser();
  const run = async () => {
    for (let steps = 0; steps < 400; steps++) {
      if (!queues.isEmpty) queues.step(steps);
      await new Promise((resolve) => nextTask(resolve));
    }
  };
  await run();
  const hostile = line.join({ isDead: false }, silent);
  const rest = async () => {
    for (let round = 0; round < 5; round++) {
      vi.advanceTimersByTime(3000);
      await run();
    }
  };
  return { server, tab, openBrowser, hostile, run, rest };
}

const HOSTILE = { screen: 'hostile', writers: 1 };
const silent = {
  onUpdate: () => undefined,
  onCaret: () => undefined,
  onLogged: () => undefined,
  onJoined: () => undefined,
  onMet: () => undefined,
  onDisconnected: () => undefined,
};

/** A copy of what a tab shows, under another client's id. */
function copyOf(tab: ModelTab, clientID: number): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(tab.session.document), FROM_LOG);
  copy.clientID = clientID;
  return copy;
}

function editOf(document: Y.Doc, edit: (content: Y.Text) => void): Uint8Array {
  const before = Y.encodeStateVector(document);
  edit(document.getText('content'));
  return Y.encodeStateAsUpdate(document, before);
}

test('words under another writer’s ids do not pass for theirs', async () => {
  const { server, tab, openBrowser, run, rest } = await openPage();
  const forged = editOf(copyOf(tab, tab.session.document.clientID), (content) => content.insert(0, 'forged'));
  const opened = await open(server, run);
  const saving = server.for({ isDead: false }).save({
    epoch: opened.epoch,
    seen: opened.number,
    seenHead: opened.head,
    basedOn: opened.version,
    update: forged,
    texts: { content: 'forged' },
    beginsVersion: false,
    adopts: false,
    needsNewest: false,
  });
  tab.content.insert(0, 'honest');
  await run();
  expect((await saving)?.isTaken).toBe(true);
  await rest();
  expect(tab.session.getSnapshot()).toMatchObject({ phase: 'ready', status: 'saved' });
  expect(tab.content.toString()).toContain('honest');
  expect(server.page.content).toBe(tab.content.toString());
  const other = openBrowser();
  await rest();
  expect(other.content.toString()).toBe(tab.content.toString());
});

test('nobody takes over more unsaved words than a writer could have typed', async () => {
  const { server, tab, hostile, run, rest } = await openPage();
  const copy = copyOf(tab, 7);
  const { epoch } = await open(server, run);
  const part = 'x'.repeat(50_000);
  for (let parts = 0; parts < 8; parts++)
    hostile.send(
      epoch,
      editOf(copy, (content) => content.insert(0, part)),
      HOSTILE,
    );
  await rest();
  await rest();
  tab.content.insert(0, 'honest');
  await rest();
  expect(server.page.content).toContain('honest');
  expect(server.page.content.length).toBeLessThan(300_000);
});

test('words that came before those that they stand on are shown with them', async () => {
  const { server, tab, hostile, run } = await openPage();
  const { epoch } = await open(server, run);
  const copy = copyOf(tab, 7);
  const first = editOf(copy, (content) => content.insert(0, 'first '));
  const second = editOf(copy, (content) => content.insert(6, 'second '));
  hostile.send(epoch, second, HOSTILE);
  await run();
  expect(tab.content.toString()).toBe('');
  hostile.send(epoch, first, HOSTILE);
  await run();
  expect(tab.content.toString()).toBe('first second ');
});

async function open(server: ModelServer, run: () => Promise<void>): Promise<OpenedDocument> {
  const opening = server.for({ isDead: false }).open(undefined);
  await run();
  const opened = await opening;
  if (!opened) throw new Error('The page is gone.');
  return opened;
}
