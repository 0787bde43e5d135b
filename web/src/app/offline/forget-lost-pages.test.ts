import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { draftName, openDraftStore } from '../../features/document/drafts/draft-store.ts';
import { keepBeforeUnload } from '../../features/document/drafts/left-words.ts';
import { keptItems } from '../../features/document/model/kept-items.ts';
import { LEASE_MS } from '../../lib/browser/tabs/tab-lease.ts';
import { finishForgettingLostPages, forgetLostPages } from './forget-lost-pages.ts';

// As over plain HTTP: a browser without Web Locks, so that a lease in local storage stands for them.
beforeEach(() => {
  // A disk of this test's own: other files of the same process use the same names.
  vi.stubGlobal('indexedDB', new IDBFactory());
  const localStorage = keptItems();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }));
  vi.stubGlobal('localStorage', localStorage);
});
afterEach(() => vi.unstubAllGlobals());

let people = 0;
const newPerson = () => `person-${people++}`;

/** @param more was typed after the last save */
async function visit(userId: string, pageId: string, more = ''): Promise<void> {
  const document = new Y.Doc();
  const drafts = await openDraftStore(draftName(userId, pageId), document);
  document.getText('content').insert(0, 'Saved');
  await drafts.write({
    revision: 1,
    epoch: 'epoch',
    number: 1,
    head: 'head',
    textsNumber: 1,
    textsVersion: 'v1',
    version: 'v1',
    channel: 'channel',
    state: Y.encodeStateAsUpdate(document),
  });
  document.getText('content').insert(5, more);
  await drafts.close();
}

async function draftsOf(userId: string): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  return names.filter((name) => name.startsWith(draftName(userId, ''))).sort();
}

const names = (userId: string, ...pageIds: string[]) => pageIds.map((id) => draftName(userId, id));

test('the saved drafts of lost pages go, and no others', async () => {
  const [ada, bob] = [newPerson(), newPerson()];
  await visit(ada, 'lost');
  await visit(ada, 'lost-unsaved', ' and more');
  await visit(ada, 'seen');
  await visit(ada, 'seen-unsaved', ' and more');
  await visit(bob, 'lost');
  await forgetLostPages(ada, ['lost', 'lost-unsaved', 'never-opened']);
  expect(await draftsOf(ada)).toEqual(names(ada, 'lost-unsaved', 'seen', 'seen-unsaved'));
  expect(await draftsOf(bob)).toEqual(names(bob, 'lost'));
});

test('words kept in local storage are words that the server never got', async () => {
  const ada = newPerson();
  await visit(ada, 'lost');
  const typed = new Y.Doc();
  typed.getText('content').insert(0, 'Last words');
  keepBeforeUnload(draftName(ada, 'lost'), {
    epoch: 'epoch',
    update: Y.encodeStateAsUpdate(typed),
    own: [typed.clientID],
  });
  await forgetLostPages(ada, ['lost']);
  expect(await draftsOf(ada)).toEqual(names(ada, 'lost'));

  const again = new Y.Doc();
  const drafts = await openDraftStore(draftName(ada, 'lost'), again);
  await drafts.read();
  expect(again.getText('content').toString()).toContain('Last words');
  await drafts.close();
});

test('a page open in another tab is forgotten when the app is opened next', async () => {
  const ada = newPerson();
  await visit(ada, 'open');
  await visit(ada, 'lost');
  await visit(ada, 'seen');
  const lease = `tab-lock:${draftName(ada, 'open')}`;
  const renew = () => localStorage.setItem(lease, `other ${Date.now() + LEASE_MS}`);
  renew();
  const renewal = setInterval(renew, 1000);
  await forgetLostPages(ada, ['open']);
  await forgetLostPages(ada, ['lost']);
  expect(await draftsOf(ada)).toEqual(names(ada, 'open', 'seen'));
  clearInterval(renewal);
  localStorage.removeItem(lease);
  await finishForgettingLostPages(ada);
  expect(await draftsOf(ada)).toEqual(names(ada, 'seen'));
  await visit(ada, 'open');
  await finishForgettingLostPages(ada);
  expect(await draftsOf(ada), 'once').toEqual(names(ada, 'open', 'seen'));
});
