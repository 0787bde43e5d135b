/** Words that the server does not have yet: after a lost answer, on the way out, and without a connection. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as Y from 'yjs';
import { draftName, openDraftStore } from '../../src/features/document/drafts/draft-store.ts';
import { nothingIsKept, treeIsKept } from '../support/kept.ts';
import { takeLogged } from '../support/logged.ts';
import { goTo, openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import {
  content,
  isSaved,
  openPage,
  reads,
  saved,
  saveStatus,
  title,
  write,
} from '../support/person/editor.ts';
import { at, button, press, see, toast } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { cut, json, never, noContent, on } from '../support/server/answers.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession } from '../support/server/session.ts';
import { signedIn } from '../support/server/workspace.ts';
import { passTime, takeOverTime } from '../support/time.ts';

const SAVE = 'POST /rest/v1/rpc/save_page_document';
const OFFLINE = 'You are offline.';
/** The client of the server asks four times, after one, two and four seconds more. */
const GIVES_UP_AFTER_MS = 7000;

/** The server is there again, and the browser notices. */
function reconnect(restore: () => void): void {
  restore();
  server().say(on('GET /auth/v1/health', () => json({})));
  window.dispatchEvent(new Event('online'));
}

test('a save with a lost answer does not double the text, also when another person corrects it', async () => {
  const { workspace, reopen } = await openPage();
  const restore = server().say(
    on(SAVE, async (asked) => {
      restore();
      // The server has it, the browser never hears of it.
      await workspace.answer(asked);
      Object.assign(workspace.pageNamed('Draft'), {
        content: 'The quicker fox.',
        updated_at: '2026-02-01T00:00:00Z',
      });
      return cut();
    }),
  );
  await write('The quick fox.');
  await press('ControlOrMeta+s');
  await expect.poll(saveStatus).toContain('Offline');
  await write(' And on.');
  reconnect(restore);
  await isSaved();
  await reads('The quicker fox. And on.');
  expect(workspace.pageNamed('Draft').content).toBe('The quicker fox. And on.');
  await reopen();
  await reads('The quicker fox. And on.');
});

test('a text that is longer than a page can be says so', async () => {
  await openPage();
  const message = 'new row for relation "pages" violates check constraint "pages_content_size"';
  server().say(on(SAVE, () => json({ code: '23514', message, details: null, hint: null }, 400)));
  await write('A very long text.');
  await press('ControlOrMeta+s');
  await expect.poll(saveStatus).toContain('This page is too large for the server.');
});

test('a text that a proxy finds too large says so, and is kept until it is shorter', async () => {
  await openPage();
  const restore = server().say(
    on(SAVE, () => new Response('<html><h1>413 Request Entity Too Large</h1></html>', { status: 413 })),
  );
  await write('A very long text.');
  await press('ControlOrMeta+s');
  await expect
    .poll(saveStatus)
    .toContain('This page is too large for the server. Your changes are kept on this device');
  // The sentence stays while the page tries again.
  const seen = new Set<string>();
  const looking = new MutationObserver(() => seen.add(saveStatus()));
  looking.observe(document.body, { childList: true, subtree: true, characterData: true });
  // Also while it looks for what others wrote.
  const looks = () => server().asked.filter(({ path }) => path.endsWith('/open_page_document')).length;
  const before = looks();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(looks).toBeGreaterThan(before);
  await button('Try again').click();
  await expect.poll(() => [...seen].some((status) => status.includes('Saving…'))).toBe(true);
  await expect.poll(saveStatus).toContain('This page is too large for the server.');
  looking.disconnect();
  for (const status of seen) expect(status).toContain('Your changes are kept on this device');
  restore();
  await button('Try again').click();
  await isSaved();
});

test('signing out right after typing saves first', async () => {
  const { workspace } = await openPage();
  const leaving: string[] = [];
  server().say(
    on('POST /auth/v1/logout', () => {
      leaving.push(workspace.pageNamed('Draft').content);
      return noContent();
    }),
  );
  await write('Written and gone.');
  await button(`Account: ${workspace.owner.fullName}`).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await at('/auth/login');
  expect(leaving).toEqual(['Written and gone.']);
});

test('signing out keeps the words that the server does not have yet', async () => {
  const { workspace, reopen } = await openPage();
  await write('Sent.');
  await saved();
  const restore = server().say(on(SAVE, cut));
  server().say(on('POST /auth/v1/logout', noContent));
  await write(' Not sent.');
  await press('ControlOrMeta+s');
  await expect.poll(saveStatus).toContain('Offline');
  server().say(
    on('POST /rest/v1/rpc/list_my_sessions', () => json([])),
    on('POST /rest/v1/rpc/has_password', () => json(true)),
    on('GET /auth/v1/user', () => json(newSession(workspace.owner).user)),
  );
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await at('/auth/login');
  await see(toast('This browser keeps what the server does not have yet'));
  // Signing out deletes the answers that were kept for a start without a connection.
  const kept = async () => (await indexedDB.databases()).map(({ name }) => name ?? '');
  await expect.poll(kept).not.toContain(`trellis-seen-${workspace.owner.id}`);
  restore();
  keepSession(newSession(workspace.owner));
  await reopen();
  await reads('Sent. Not sent.');
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Sent. Not sent.');
  await isSaved();
});

test('a page never opened here says so, and opens when the connection is back', async () => {
  signedIn({ pages: [{ name: 'Written elsewhere' }] });
  await openApp('/dashboard');
  await see(row('Written elsewhere'));
  const restore = server().say(cut);
  takeOverTime();
  await row('Written elsewhere').click();
  await see(page.getByText(OFFLINE));
  await passTime(GIVES_UP_AFTER_MS);
  await see(page.getByText('You are offline, and this page has not been opened on this device yet.'));
  await expectAccessibleInBothThemes();
  reconnect(restore);
  await expect.element(title()).toHaveValue('Written elsewhere');
  await see(content());
});

test('a list that failed for want of a connection is shown as soon as that is back', async () => {
  signedIn();
  server().say(...noNotion);
  await openApp('/dashboard');
  await see(page.getByRole('heading', { name: 'Dashboard' }));
  const restore = server().say(cut);
  takeOverTime();
  await goTo('/dashboard/settings/workspace');
  await see(page.getByText(OFFLINE));
  await passTime(GIVES_UP_AFTER_MS);
  await see(page.getByText('The members list could not be shown.'));
  reconnect(restore);
  await see(page.getByRole('heading', { name: 'Members (1)' }));
  expect(takeLogged().join()).toContain('error occurred in the <Members');
});

test('the next person in the same browser finds nothing of the one before', async () => {
  const first = signedIn({ pages: [{ name: 'Mine alone', content: 'A secret.' }] });
  const address = `/dashboard/pages/${first.pageNamed('Mine alone').id}`;
  server().say(on('POST /auth/v1/logout', noContent));
  await openApp(address);
  await reads('A secret.');
  await treeIsKept(first);
  await button(`Account: ${first.owner.fullName}`).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await at('/auth/login');
  await nothingIsKept(first);

  const second = signedIn({ fullName: 'Second Person' });
  await openApp('/dashboard');
  await treeIsKept(second);
  server().say(cut);
  takeOverTime();
  await openApp(address);
  await see(button('Account: Second Person'));
  await see(page.getByText(OFFLINE));
  await passTime(GIVES_UP_AFTER_MS);
  await see(page.getByText('You are offline, and this page has not been opened on this device yet.'));
  expect(document.body.textContent).not.toMatch(/Mine alone|A secret/);
});

test('words typed after the browser’s storage was cleared come into the page, and are kept again', async () => {
  const { workspace } = await openPage('Mine');
  await saved();
  const restore = server().say(on(SAVE, cut));
  await write(' before');
  await press('ControlOrMeta+s');
  await expect.poll(saveStatus).toContain('Offline');
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  await write(' after');
  await expect.poll(saveStatus).toContain('Kept on this device');
  const kept = new Y.Doc();
  const drafts = await openDraftStore(draftName(workspace.owner.id, workspace.pageNamed('Draft').id), kept);
  await expect
    .poll(async () => (await drafts.read()) && `${kept.getText('content')}`)
    .toBe('Mine before after');
  await drafts.close();
  reconnect(restore);
  await isSaved();
  await reads('Mine before after');
  expect(workspace.pageNamed('Draft').content).toBe('Mine before after');
});

test('words that neither the server nor the browser has for long are said to be in this tab alone', async () => {
  await openPage('Mine');
  await saved();
  takeOverTime();
  server().say(on(SAVE, never));
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The disk is broken.', 'UnknownError');
  });
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The connection was lost.', 'InvalidStateError');
  });
  await write(' and more');
  await passTime(10_000);
  expect(saveStatus()).not.toContain('in this tab alone');
  await passTime(7000);
  await expect.poll(saveStatus).toContain('your words are in this tab alone');
  for (const mock of [open, transaction]) mock.mockRestore();
});

test('words typed as the page gets another document are saved after the screen is left, in a private window too', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not in a private window.', 'InvalidStateError');
  });
  const { workspace } = await openPage('Mine');
  await saved();
  await write(' and more');
  workspace.beginAnew(workspace.pageNamed('Draft'));
  await goTo('/dashboard');
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Mine and more');
});

test('words typed without a connection in a private window stay when the screen is left, and are saved', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not in a private window.', 'InvalidStateError');
  });
  const { workspace, id } = await openPage('Mine');
  await saved();
  const restore = server().say(cut);
  takeOverTime();
  await write(' and more');
  await goTo('/dashboard');
  await passTime(GIVES_UP_AFTER_MS);
  await goTo(`/dashboard/pages/${id}`);
  await reads('Mine and more');
  await goTo('/dashboard');
  await passTime(GIVES_UP_AFTER_MS);
  reconnect(restore);
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Mine and more');
  // Whether the dashboard's list fails depends on how far it came before the connection was lost.
  for (const logged of takeLogged()) expect(logged).toContain('RecentActivity');
});
