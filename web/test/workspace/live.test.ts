/** Screens that follow what other people do, as the server tells it, and what happens when it cannot. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo, openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, lines, openPage, saved, saveStatus, title, write } from '../support/person/editor.ts';
import { button, gone, press, see, type } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { json, on } from '../support/server/answers.ts';
import {
  beginLive,
  cutLive,
  isLive,
  loseLive,
  shutChannel,
  tell,
  tellPresent,
  trackedStates,
} from '../support/server/live.ts';
import { membershipsOf } from '../support/server/memberships.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';
import { passTime, takeOverTime } from '../support/time.ts';

let clock = Date.now() * 1000;

/** A page as the database tells it. */
const told = (name: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  parent_id: null,
  name,
  order_index: 100,
  created_at: '2026-01-01T00:00:00+00:00',
  visibility: 'workspace',
  notion_page_id: null,
  microsecond: ++clock,
  ...more,
});
const news = (pages: readonly object[], gone: readonly object[] = []) => ({ pages, gone });
const topicOf = ({ id }: Workspace) => `workspace:${id}`;
const joined = (workspace: Workspace) => expect.poll(() => isLive(topicOf(workspace))).toBe(true);
const treesRead = () =>
  server().asked.filter(
    ({ path, query }) => path === '/rest/v1/pages' && query.get('select')?.includes('order_index'),
  ).length;

async function openLive(): Promise<Workspace> {
  beginLive();
  const workspace = signedIn({ pages: [{ name: 'Mine' }] });
  await openApp('/dashboard');
  await see(row('Mine'));
  await joined(workspace);
  return workspace;
}

test('pages of others come, are renamed and go, and the tree is read once', async () => {
  const workspace = await openLive();
  const theirs = told('Theirs');
  tell(topicOf(workspace), 'pages', news([theirs]));
  await see(row('Theirs'));
  tell(topicOf(workspace), 'pages', news([{ ...theirs, name: 'Renamed', microsecond: ++clock }]));
  await see(row('Renamed'));
  // A message that was under way for longer than a newer one takes nothing back.
  tell(topicOf(workspace), 'pages', news([theirs]));
  tell(topicOf(workspace), 'pages', news([told('Last')]));
  await see(row('Last'));
  await see(row('Renamed'));
  tell(topicOf(workspace), 'pages', news([], [{ id: theirs.id, microsecond: ++clock }]));
  await gone(row('Renamed'));
  expect(treesRead()).toBe(1);
});

test('what was missed while the connection was away comes with one question', async () => {
  const workspace = await openLive();
  const asked = () => server().asked.filter(({ path }) => path.endsWith('/list_page_changes')).length;
  await expect.poll(asked).toBe(1);
  const missed = told('Missed');
  server().say(on('POST /rest/v1/rpc/list_page_changes', () => json(news([missed]))));
  cutLive();
  await see(row('Missed'));
  await joined(workspace);
  expect(asked()).toBe(2);
  expect(treesRead()).toBe(1);
});

test('a message that only says that there is much leads to the question, too', async () => {
  const workspace = await openLive();
  server().say(on('POST /rest/v1/rpc/list_page_changes', () => json(news([told('Imported')]))));
  tell(topicOf(workspace), 'pages', { many: true });
  await see(row('Imported'));
});

test('an open page shows what somebody else saved, and is not read again for what was saved here', async () => {
  beginLive();
  const { workspace, id } = await openPage('Mine.');
  server().say(...noNotion);
  await joined(workspace);
  await write(' More.');
  await saved();
  const reads = () => server().asked.filter(({ query }) => query.get('id') === `eq.${id}`).length;
  const before = reads();
  const stored = workspace.pages.find((one) => one.id === id);
  if (!stored) throw new Error('The page is gone.');
  tell(topicOf(workspace), 'texts', { pageId: id, updatedAt: stored.updated_at });
  tell(topicOf(workspace), 'pages', news([told('Later')]));
  await see(row('Later'));
  expect(reads()).toBe(before);

  Object.assign(stored, { content: `${stored.content} Theirs.`, updated_at: '2026-02-01T00:00:00Z' });
  tell(topicOf(workspace), 'texts', { pageId: id, updatedAt: stored.updated_at });
  await lines([stored.content]);
  await see(content());
});

test('a save is one request, and asks nothing of an open page but when its links are others', async () => {
  beginLive();
  const { workspace, id } = await openPage('Mine.');
  server().say(...noNotion);
  await joined(workspace);
  await saved();
  const paths = () => server().asked.map(({ path }) => path);
  const before = paths().length;
  await write(' More.');
  await saved();
  expect(paths().slice(before)).toEqual(['/rest/v1/rpc/save_page_document']);

  const other = crypto.randomUUID();
  tell(topicOf(workspace), 'texts', { pageId: other, updatedAt: '2026-02-01T00:00:00Z' });
  tell(topicOf(workspace), 'links', { pageIds: [other] });
  tell(topicOf(workspace), 'links', { pageIds: [other, id] });
  await expect.poll(() => paths().slice(before + 1)).toEqual(['/rest/v1/rpc/pages_linking_to']);
});

test('a page that somebody hides leaves the device', async () => {
  beginLive();
  const { workspace, id } = await openPage('Seen.');
  server().say(...noNotion);
  await saved();
  await joined(workspace);
  const isKept = async () => (await indexedDB.databases()).some(({ name }) => name?.includes(id));
  await goTo('/dashboard');
  expect(await isKept()).toBe(true);
  tell(topicOf(workspace), 'pages', news([], [{ id, microsecond: ++clock }]));
  await expect.poll(isKept).toBe(false);
});

test('a list on the screen is read again when it is another one', async () => {
  beginLive();
  const workspace = signedIn();
  const memberships = membershipsOf(workspace);
  server().say(...noNotion);
  await openApp('/dashboard/settings/workspace');
  await see(page.getByRole('heading', { name: 'Members (1)' }));
  await joined(workspace);
  memberships.letIn('Grace Hopper');
  tell(topicOf(workspace), 'members');
  await see(page.getByRole('heading', { name: 'Members (2)' }));
});

test('the others who are here stand in the bar, those on the same page first, and can be followed', async () => {
  beginLive();
  const { workspace, id } = await openPage('Mine.');
  const elsewhere = workspace.addPage({ name: 'Elsewhere' });
  const memberships = membershipsOf(workspace);
  const [grace, alan] = [memberships.letIn('Grace Hopper'), memberships.letIn('Alan Turing')];
  const edsger = memberships.letIn('Edsger Dijkstra');
  server().say(...noNotion);
  await joined(workspace);
  const own = { userId: workspace.owner.id, pageId: id };
  await expect.poll(() => trackedStates(topicOf(workspace))).toEqual([own]);
  tellPresent(topicOf(workspace), [own]);
  const others = [
    { userId: alan.id, pageId: null },
    { userId: grace.id, pageId: null },
    own,
    { userId: grace.id, pageId: id },
    { userId: edsger.id, pageId: null },
    // A browser may say anything of itself.
    { userId: crypto.randomUUID(), pageId: id },
    { userId: 7 },
  ];
  tellPresent(topicOf(workspace), others);
  await see(page.getByRole('group', { name: 'Also here: Grace Hopper, Alan Turing, Edsger Dijkstra' }));
  // By keyboard, and until one does something oneself.
  const follow = button('Follow Grace Hopper');
  const stop = button('Stop following Grace Hopper');
  const following = page.getByText('Following Grace Hopper');
  for (const end of ['Escape', 'ArrowDown', 'Enter']) {
    (await follow.findElement()).focus();
    await press('Enter');
    await see(following);
    await expect.element(stop).toHaveFocus();
    await press('Tab');
    await press('Shift+Tab');
    await see(following);
    if (end === 'ArrowDown') await content().click();
    else await press(end);
    await gone(following);
  }
  await follow.click();
  await content().click();
  await write('!');
  await gone(following);

  // To where they are, and where they go.
  await follow.click();
  tell(topicOf(workspace), 'pages', news([told('Elsewhere', { id: elsewhere })]));
  tellPresent(topicOf(workspace), [{ userId: grace.id, pageId: elsewhere }, own]);
  await expect.element(title()).toHaveValue('Elsewhere');
  await see(following);
  tellPresent(topicOf(workspace), [own]);
  await gone(following);
  await gone(page.getByRole('group', { name: /^Also here/ }));
});

test('a menu has everybody who is here by name', async () => {
  beginLive();
  const { workspace, id } = await openPage('Mine.');
  const memberships = membershipsOf(workspace);
  const people = ['Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Tony'].map((name) =>
    memberships.letIn(`${name} Member`),
  );
  server().say(...noNotion);
  await joined(workspace);
  tellPresent(
    topicOf(workspace),
    people.map((one) => ({ userId: one.id, pageId: id })),
  );
  await button('Everyone who is here').click();
  await page.getByRole('menuitem', { name: 'Follow Tony Member, Draft' }).click();
  await see(page.getByText('Following Tony Member'));
  await button('Everyone who is here').click();
  await page.getByRole('menuitem', { name: 'Stop following Tony Member, Draft' }).click();
  await gone(page.getByText('Following Tony Member'));
});

test('a page says that the live connection is lost, unless that was for a moment', async () => {
  takeOverTime();
  beginLive();
  const { workspace } = await openPage('Mine.');
  server().say(...noNotion);
  await joined(workspace);
  await saved();
  await passTime(1000);
  loseLive();
  await passTime(4000);
  expect(saveStatus()).toBe('Saved');
  await passTime(2000);
  await expect.poll(saveStatus).toBe('Saved• Live connection lost');
  await write(' More.');
  await expect.poll(saveStatus).toBe('Auto-saving...• Live connection lost');
  await press('ControlOrMeta+s');
  await expect.poll(saveStatus).toBe('Saved• Live connection lost');
  await expectAccessibleInBothThemes();
  beginLive();
  await passTime(20_000);
  await expect.poll(saveStatus).toBe('Saved');
});

test('of two who rename a page at once, the later name stays, whatever order the answers come in', async () => {
  const workspace = await openLive();
  const mine = workspace.pageNamed('Mine');
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  server().say(
    on('PATCH /rest/v1/pages', async () => {
      await mayAnswer;
      return json([{ id: mine.id }]);
    }),
  );
  (await row('Mine').findElement()).focus();
  await press('F2');
  await type('Here');
  await press('Enter');
  await see(row('Here'));
  const theirs = told('There', { id: mine.id });
  tell(topicOf(workspace), 'pages', news([theirs]));
  server().say(on('POST /rest/v1/rpc/list_page_changes', () => json(news([theirs]))));
  letAnswer();
  await see(row('There'));
});

test('a private page is not told to the others, nor is one beneath it', async () => {
  takeOverTime();
  beginLive();
  const workspace = signedIn({ pages: [{ name: 'Mine', visibility: 'private' }] });
  const mine = workspace.pageNamed('Mine');
  const [below, shared] = [
    workspace.addPage({ name: 'Below', parent_id: mine.id }),
    workspace.addPage({ name: 'Shared' }),
  ];
  server().say(...noNotion);
  await openApp(`/dashboard/pages/${mine.id}`);
  await see(content());
  await joined(workspace);
  await goTo(`/dashboard/pages/${below}`);
  await expect.element(title()).toHaveValue('Below');
  await passTime(8000);
  await goTo(`/dashboard/pages/${shared}`);
  await passTime(8000);
  const states = [null, shared].map((pageId) => ({ userId: workspace.owner.id, pageId }));
  await expect.poll(() => trackedStates(topicOf(workspace))).toEqual(states);
});

test('an open page says that somebody else deleted it', async () => {
  beginLive();
  const { workspace, id } = await openPage('Mine.');
  server().say(...noNotion);
  await joined(workspace);
  workspace.pages = workspace.pages.filter((one) => one.id !== id);
  tell(topicOf(workspace), 'pages', news([], [{ id, microsecond: ++clock }]));
  await see(page.getByText('This page was deleted, or somebody took away your access to it.'));
  await lines(['Mine.']);
});

test('an open page whose deletion got lost on the way says so with the next check', async () => {
  takeOverTime();
  beginLive();
  const { workspace, id } = await openPage('Mine.');
  server().say(...noNotion);
  await joined(workspace);
  await saved();
  workspace.pages = workspace.pages.filter((one) => one.id !== id);
  const gone = news([], [{ id, microsecond: ++clock }]);
  server().say(on('POST /rest/v1/rpc/list_page_changes', () => json(gone)));
  await passTime(61_000);
  await see(page.getByText('This page was deleted, or somebody took away your access to it.'));
});

test('a channel that the server ended is joined again', async () => {
  takeOverTime();
  const workspace = await openLive();
  shutChannel(topicOf(workspace));
  await passTime(9000);
  expect(isLive(topicOf(workspace))).toBe(false);
  await passTime(2000);
  await joined(workspace);
  tell(topicOf(workspace), 'pages', news([told('Theirs')]));
  await see(row('Theirs'));
});

test('somebody who is no member any more is told so, and reads which workspaces are left', async () => {
  const workspace = await openLive();
  const memberships = membershipsOf(workspace);
  memberships.join('Grace Hopper');
  memberships.places = memberships.places.slice(1);
  tell(`person:${workspace.owner.id}`, 'workspaces');
  await gone(row('Mine'));
  await see(page.getByText('You no longer have access to Ada'));
  await see(button("Grace Hopper's Workspace"));
});
