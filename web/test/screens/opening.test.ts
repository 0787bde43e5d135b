/** A first visit: which requests follow each other, and which of them a page's text waits for. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { treeIsKept } from '../support/kept.ts';
import { closeApp, openAnew, openApp } from '../support/open-app.tsx';
import { content, reads } from '../support/person/editor.ts';
import { all, button, see } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession } from '../support/server/session.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const RENEWAL = 'POST /auth/v1/token';
const PROFILE = 'GET /rest/v1/user_profiles';
const MEMBERSHIPS = 'GET /rest/v1/organization_members';
const FAVORITES = 'GET /rest/v1/page_favorites';
const TREE = 'GET /rest/v1/pages';
const TEXT = 'POST /rest/v1/rpc/open_page_document';
/** Work that an earlier screen has put off asks for other things. */
const OF_A_VISIT = [PROFILE, MEMBERSHIPS, FAVORITES, TREE, TEXT];

function withOnePage(): { readonly workspace: Workspace; readonly link: string } {
  const workspace = signedIn({ pages: [{ name: 'Plan', content: 'The first words.' }] });
  return { workspace, link: `/dashboard/pages/${workspace.pageNamed('Plan').id}` };
}

/** Answers nothing (of these requests) until they are let go. */
function hold(...requests: readonly string[]) {
  const waiting: string[] = [];
  const released = Promise.withResolvers<void>();
  server().say(async ({ method, path, query }) => {
    const request = `${method} ${path}`;
    // The byline comes after the text.
    if (query.get('select')?.includes('creator:')) return undefined;
    if (requests.length > 0 && !requests.includes(request)) return undefined;
    waiting.push(request);
    await released.promise;
    return undefined;
  });
  return { waiting: () => waiting.toSorted(), letGo: released.resolve };
}

// First in its file: an auth client that is new looks at the session by itself.
test('an expired session is renewed, and then all is asked at once, each once', async () => {
  const { workspace, link } = withOnePage();
  keepSession({ ...newSession(workspace.owner), expires_at: Math.floor(Date.now() / 1000) - 10 });
  server().say(on(RENEWAL, () => json(newSession(workspace.owner))));
  const all = hold();
  await openApp(link);
  await see(page.getByText('Initializing...'));
  await expect.poll(all.waiting).toEqual([RENEWAL]);
  const others = hold(...OF_A_VISIT);
  all.letGo();
  await expect.poll(others.waiting).toEqual([MEMBERSHIPS, FAVORITES, PROFILE, TEXT]);
  others.letGo();
  await reads('The first words.');
  await see(row('Plan'));
  expect(server().asked.filter(({ path }) => path.endsWith('/user_profiles'))).toHaveLength(1);
});

test('a first visit asks for all that it knows of at once, and a second one for the tree as well', async () => {
  const { workspace, link } = withOnePage();
  const first = hold(...OF_A_VISIT);
  await openAnew(link);
  await expect.poll(first.waiting).toEqual([MEMBERSHIPS, FAVORITES, PROFILE, TEXT]);
  first.letGo();
  await reads('The first words.');
  await treeIsKept(workspace);
  // Without a profile the gate is shut: no screen asks for anything.
  localStorage.removeItem('trellis-profile');
  const second = hold(...OF_A_VISIT);
  await openApp(link);
  await expect.poll(second.waiting).toEqual([MEMBERSHIPS, FAVORITES, TREE, PROFILE, TEXT]);
  second.letGo();
  await reads('The first words.');
});

test('the text of a page does not wait for the tree', async () => {
  const { link } = withOnePage();
  const tree = hold(TREE);
  await openAnew(link);
  await reads('The first words.');
  expect(tree.waiting()).toEqual([TREE]);
  await see(page.getByText('Loading pages'));
  tree.letGo();
  await see(row('Plan'));
});

test.each([
  ['written', false],
  ['locked', true],
])(
  'a page that is %s has its look from its first text on, and nothing moves when the tree comes',
  async (_, isLocked) => {
    const look = {
      icon: '🚀',
      cover: 'dawn' as const,
      is_full_width: true,
      has_small_text: true,
      is_locked: isLocked,
    };
    const workspace = signedIn({ pages: [{ name: 'Plan', content: 'The first words.', ...look }] });
    const tree = hold(TREE);
    await openAnew(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
    await see(isLocked ? page.getByTestId('reading-view').getByText('The first words.') : content());
    expect(tree.waiting()).toEqual([TREE]);
    const icons = all('.page-head .page-icon').map(({ textContent }) => textContent);
    const switches = all('.page-screen').map(({ dataset: { fullWidth, smallText } }) => [
      fullWidth,
      smallText,
    ]);
    expect([icons, switches]).toEqual([['🚀'], [['true', 'true']]]);
    const places = () =>
      all(`.page-cover, .page-head, h1, ${isLocked ? '.reading-view' : '.cm-content'}`).map(
        (part) => part.getBoundingClientRect().y,
      );
    const before = places();
    expect(before).toHaveLength(4);
    tree.letGo();
    await see(row('Plan'));
    await see(isLocked ? page.getByText('Locked', { exact: true }) : button('Change icon'));
    expect(places()).toEqual(before);
  },
);

test('a page has the look that comes with its text, and not the one of a tree that was kept before', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan', content: 'The first words.', cover: 'dawn' }] });
  await openAnew('/dashboard');
  await see(row('Plan'));
  await treeIsKept(workspace);
  closeApp();
  Object.assign(workspace.pageNamed('Plan'), { cover: 'ocean', icon: '🚀' });
  const tree = hold(TREE);
  await openApp(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await see(row('Plan'));
  await reads('The first words.');
  const covers = () => all('.page-cover').map(({ style }) => style.background);
  expect(covers()).toEqual(['var(--cover-ocean)']);
  tree.letGo();
  await see(button('Change icon'));
  // Later, the tree is first to know.
  await button('Change icon').click();
  await page.getByRole('dialog', { name: 'Page icon' }).getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => all('.page-head-icon')).toEqual([]);
  expect(covers()).toEqual(['var(--cover-ocean)']);
});
