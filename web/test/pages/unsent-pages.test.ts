/** Edits that were made without a connection are sent when it is back, also those of pages that were left since. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draftsPrefix } from '../../src/features/document/drafts/draft-store.ts';
import { findUnsentPages } from '../../src/features/document/drafts/unsent-drafts.ts';
import { holdPageSession } from '../../src/features/document/session/use-page-session.ts';
import { isConnected } from '../../src/lib/browser/connection.ts';
import { goTo, openApp } from '../support/open-app.tsx';
import { openPage, saved, saveStatus, write } from '../support/person/editor.ts';
import { press, see } from '../support/person/person.ts';
import { cut, json, on } from '../support/server/answers.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession, person } from '../support/server/session.ts';
import type { Workspace } from '../support/server/workspace.ts';

/** The pages whose words are on this device alone. */
async function unsent(workspace: Workspace): Promise<readonly string[]> {
  const pageIds: string[] = [];
  for await (const pageId of findUnsentPages(workspace.owner.id)) pageIds.push(pageId);
  return pageIds;
}

/** A browser that is killed has written its databases, and of local storage only what is older. */
function loseLocalStorage(): void {
  for (const key of Object.keys(localStorage)) if (key !== 'trellis-auth') localStorage.removeItem(key);
}

/** The locks of the tab that saves a page. */
const openPages = async () =>
  (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('trellis-page')) ?? [];

/** Writes two words, of which only the first reaches the server, and leaves the page. */
async function leaveUnsent() {
  const opened = await openPage();
  server().say(...noNotion);
  await write('Sent.');
  await saved();
  const restore = server().say(cut);
  await write(' Left.');
  await press('ControlOrMeta+s');
  await expect.poll(saveStatus).toContain('Offline');
  await goTo('/dashboard');
  await see(page.getByRole('heading', { name: 'Dashboard' }));
  // The page is put away once its last attempt to save has failed.
  await expect.poll(openPages).toEqual([]);
  return { ...opened, restore };
}

test('a page that was left without a connection is sent when it is back, beside what others wrote', async () => {
  const { workspace, restore } = await leaveUnsent();
  Object.assign(workspace.pageNamed('Draft'), {
    content: 'Sent by Ada.',
    updated_at: '2026-02-01T00:00:00Z',
  });
  restore();
  server().say(on('GET /auth/v1/health', () => json({})));
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Sent by Ada. Left.');
  await expect.poll(() => unsent(workspace)).toEqual([]);
});

test('the next start sends it, wherever it begins, and whatever local storage has forgotten', async () => {
  const { workspace, id, restore } = await leaveUnsent();
  expect(await unsent(workspace)).toEqual([id]);
  restore();
  loseLocalStorage();
  await openApp('/dashboard');
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Sent. Left.');
  await expect.poll(() => unsent(workspace)).toEqual([]);
});

test('a start sends it whose storage opens late', async () => {
  const { workspace, restore } = await leaveUnsent();
  const { open } = IDBFactory.prototype;
  let refused = 0;
  const refusing = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (
    this: IDBFactory,
    ...asked
  ) {
    if (!asked[0].startsWith(draftsPrefix(workspace.owner.id))) return open.apply(this, asked);
    refused++;
    throw new DOMException('Internal error opening backing store.', 'UnknownError');
  });
  restore();
  server().say(on('GET /auth/v1/health', () => json({})));
  window.dispatchEvent(new Event('online'));
  await openApp('/dashboard');
  await expect.poll(isConnected).toBe(true);
  const before = refused;
  // No change of the connection has it looked for again.
  await expect.poll(() => refused).toBeGreaterThan(before);
  refusing.mockRestore();
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Sent. Left.');
  await expect.poll(() => unsent(workspace)).toEqual([]);
});

test('it waits for its own person: another one who signs in sends nothing of it', async () => {
  const { workspace, id, restore } = await leaveUnsent();
  restore();
  const eve = newSession(person('Eve Other'));
  // The person's own start may have sent some before.
  const saves = () =>
    server().asked.filter(
      ({ path, headers }) =>
        path === '/rest/v1/rpc/save_page_document' &&
        headers.get('authorization') === `Bearer ${eve.access_token}`,
    );
  // Another tab has signed in as somebody else: this one still thinks that it is the first person's.
  const mine = localStorage.getItem('trellis-auth') ?? '';
  const held = holdPageSession(workspace.owner.id, id);
  keepSession(eve);
  await expect.poll(() => held.session.getSnapshot().status).toBe('signed-out');
  expect(saves()).toEqual([]);
  localStorage.setItem('trellis-auth', mine);
  held.release();
  await openApp('/dashboard');
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Sent. Left.');
});

test('edits of a page that is gone stay on the device', async () => {
  const { workspace, id, restore } = await leaveUnsent();
  workspace.pageNamed('Draft').is_archived = true;
  restore();
  const begin = server().asked.length;
  await openApp('/dashboard');
  const asked = () => server().asked.slice(begin);
  await expect.poll(() => asked().some(({ path }) => path === '/rest/v1/rpc/save_page_document')).toBe(true);
  await expect.poll(openPages).toEqual([]);
  expect(await unsent(workspace)).toEqual([id]);
});

test('a start on an invitation sends what was left, too', async () => {
  const { workspace, restore } = await leaveUnsent();
  restore();
  server().say(on('GET /auth/v1/health', () => json({})));
  server().say(on('POST /rest/v1/rpc/look_up_invitation', () => json([])));
  await openApp('/invite?token=none');
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Sent. Left.');
});
