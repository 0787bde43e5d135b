/** Pages in step with Notion, on the screen: the outcome of a sync, conflicts, lost blocks, and imported pages. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, reads } from '../support/person/editor.ts';
import { button, count, gone, see, seeToast, text, texts } from '../support/person/person.ts';
import { choose, row } from '../support/person/tree.ts';
import { type Answerer, type Asked, json, on } from '../support/server/answers.ts';
import { notion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const AT_NOTION = '0123abcd-0123-4123-8123-0123456789ab';
const dialogOf = (name: string) => page.getByRole('dialog', { name });
const notice = () => page.getByRole('status').filter({ hasText: 'Not in step with Notion' });

interface Standing {
  readonly state: string;
  readonly reason?: string | null;
  readonly blocks?: readonly { readonly type: string; readonly count: number }[];
}

/** The pages of a workspace that is connected to Notion, and how each of them stands with its page there. */
class LinkedPages {
  readonly workspace: Workspace;
  readonly standings = new Map<string, Standing>();

  constructor(...pages: Parameters<Workspace['addPage']>[0][]) {
    this.workspace = signedIn({ pages });
    server().say(this.answer, ...notion({ connected: true, workspaceName: 'Acme Notes', kind: 'token' }));
  }

  set(name: string, standing: Standing): void {
    this.standings.set(this.workspace.pageNamed(name).id, standing);
  }

  readonly answer: Answerer = (asked) => {
    switch (`${asked.method} ${asked.path}`) {
      case 'GET /rest/v1/pages':
        return asked.query.get('select')?.includes('page_notion_syncs') ? this.#link(asked) : undefined;
      case 'GET /rest/v1/page_notion_syncs':
        return json(
          [...this.standings].map(([page_id, standing]) => {
            const name = this.workspace.pages.find(({ id }) => id === page_id)?.name;
            return { page_id, blocks: [], reason: null, ...standing, pages: { name, is_archived: false } };
          }),
        );
      default:
        return undefined;
    }
  };

  #link({ query }: Asked): Response {
    const id = query.get('id')?.replace('eq.', '') ?? '';
    const standing = this.standings.get(id);
    const syncs = standing ? [{ blocks: [], reason: null, ...standing }] : [];
    return json(
      this.workspace.pages
        .filter((one) => one.id === id)
        .map((one) => ({ ...one, page_notion_syncs: syncs })),
    );
  }
}

/** The bodies that were sent to the function that syncs one page. */
const syncsAsked = () =>
  server()
    .asked.filter(({ path }) => path === '/functions/v1/notion-sync/page')
    .map(({ body }) => body);

test('Sync Now says how many pages are in step, and which are not', async () => {
  const linked = new LinkedPages({ name: 'Plan' }, { name: 'Lost page', notion_page_id: AT_NOTION });
  server().say(
    on('POST /functions/v1/notion-sync', () => {
      linked.set('Lost page', { state: 'gone', reason: 'not-shared' });
      const ended = { total: 2, done: 2, synced: 1, started_at: '2026-01-01', ended_at: '2026-01-01' };
      server().say(on('GET /rest/v1/notion_sync_runs', () => json([ended])));
      return json({ data: { synced: 1, total: 2, remaining: 0 } });
    }),
  );
  await openApp('/dashboard/integrations');
  await button('Sync Now').click();
  await seeToast('Sync completed', 'Synced 1 pages');
  await see(page.getByText('1 of 2 pages in step at the last sync.'));
  const list = page.getByRole('list', { name: 'Pages that are not in step' });
  await see(list.getByText('The Notion page is gone, or no longer shared with Trellis.'));
  await expectAccessibleInBothThemes();
  await page.viewport(360, 740);
  await see(page.getByText('1 of 2 pages in step at the last sync.'));
  await expectAccessibleInBothThemes();
  await list.getByRole('link', { name: 'Lost page' }).click();
  await see(page.getByText('Not in step with Notion'));
});

test('a page is linked by an address of Notion’s and a direction; one that is linked already is named', async () => {
  const { workspace } = new LinkedPages({ name: 'Plan' }, { name: 'Copy' });
  await openApp('/dashboard');
  const dialog = dialogOf('Page Settings');
  await choose('Plan', 'Settings');
  await dialog.getByLabelText('Notion Page ID').fill('not an id');
  await dialog.getByRole('button', { name: 'Save Settings' }).click();
  await see(dialog.getByText('Enter a Notion page’s ID, or its link.'));
  const address = `https://www.notion.so/acme/Roadmap-${AT_NOTION.replaceAll('-', '')}`;
  await dialog.getByLabelText('Notion Page ID').fill(address);
  await dialog.getByRole('combobox', { name: 'Sync' }).click();
  await page.getByRole('option', { name: 'Bring from Notion' }).click();
  await dialog.getByRole('button', { name: 'Save Settings' }).click();
  await gone(dialog);
  await expect
    .poll(() => workspace.pageNamed('Plan'))
    .toMatchObject({ notion_page_id: AT_NOTION, notion_direction: 'bring' });

  await choose('Copy', 'Settings');
  await dialog.getByLabelText('Notion Page ID').fill(AT_NOTION);
  const warning = dialog.getByRole('status').filter({ hasText: 'Another page has this Notion page' });
  await text(warning.getByRole('listitem'), 'Plan');
  await expectAccessibleInBothThemes();
});

test('where both changed the same line, a person chooses', async () => {
  const linked = new LinkedPages({
    name: 'Shared',
    notion_page_id: AT_NOTION,
    content: 'First line from here',
  });
  linked.set('Shared', { state: 'conflict', reason: 'both-changed' });
  const { id } = linked.workspace.pageNamed('Shared');
  server().say(
    on('POST /functions/v1/notion-sync/page', () => {
      linked.set('Shared', { state: 'synced' });
      return json({ data: { state: 'synced' } });
    }),
  );
  await openApp(`/dashboard/pages/${id}`);
  await see(notice().getByText('changed in the same place'));
  await reads('First line from here');
  await expectAccessibleInBothThemes();
  await expect
    .element(notice().getByRole('link', { name: 'Compare in the history' }))
    .toHaveAttribute('href', `/dashboard/pages/${id}/history`);
  await notice().getByRole('button', { name: 'Take Notion’s text' }).click();
  await gone(notice());
  expect(syncsAsked()).toEqual([{ workspaceId: linked.workspace.id, pageId: id, keep: 'theirs' }]);
});

test('on a phone, a page whose blocks would be lost names them, and is tried again', async () => {
  await page.viewport(360, 740);
  const linked = new LinkedPages({ name: 'Rich', notion_page_id: AT_NOTION, content: 'Ours' });
  const blocks = [
    { type: 'bookmark', count: 1 },
    { type: 'synced_block', count: 1 },
  ];
  linked.set('Rich', { state: 'blocked', reason: 'blocks', blocks });
  const { id } = linked.workspace.pageNamed('Rich');
  server().say(
    on('POST /functions/v1/notion-sync/page', () => {
      linked.set('Rich', { state: 'synced' });
      return json({ data: { state: 'synced' } });
    }),
  );
  await openApp(`/dashboard/pages/${id}`);
  await see(notice().getByText('1 bookmark, 1 synced block'));
  await expectAccessibleInBothThemes();
  await notice().getByRole('button', { name: 'Try again' }).click();
  await gone(notice());
  expect(syncsAsked()).toEqual([{ workspaceId: linked.workspace.id, pageId: id }]);
  await see(content());
});

test('pages are brought from Notion with those beneath them', async () => {
  const { workspace } = new LinkedPages();
  const [handbook, rules] = [crypto.randomUUID(), crypto.randomUUID()];
  const name = 'Handbook of everybody';
  const shared = [
    { id: handbook, title: name, isHere: false },
    { id: crypto.randomUUID(), title: 'Diary', isHere: false },
  ];
  server().say(
    on('POST /functions/v1/notion-sync/pages', ({ body }) => {
      const { query } = body as { query: string };
      return json({ data: { pages: shared.filter(({ title }) => title.includes(query)), nextCursor: null } });
    }),
    on('POST /functions/v1/notion-sync/import', ({ body }) => {
      const { notionPageId, parentId = null } = body as { notionPageId: string; parentId?: string };
      const isHandbook = notionPageId === handbook;
      const pageId = workspace.addPage({ name: isHandbook ? name : 'Rules', parent_id: parentId });
      const children = isHandbook ? [{ id: rules, title: 'Rules' }] : [];
      const left = isHandbook ? [{ type: 'child_database', count: 1 }] : [];
      return json({ data: { status: 'imported', reason: null, pageId, name: '', children, left } });
    }),
  );
  await openApp('/dashboard/integrations');
  await button('Import pages from Notion').click();
  const dialog = dialogOf('Import pages from Notion');
  await count(dialog.getByRole('checkbox'), 2);
  await dialog.getByLabelText('Search by title').fill('Handbook of');
  await count(dialog.getByRole('checkbox'), 1);
  await dialog.getByRole('checkbox', { name }).click();
  await expectAccessibleInBothThemes();
  await dialog.getByRole('button', { name: 'Import 1 page' }).click();
  await see(dialog.getByText('Imported 2 pages'));
  await texts(dialog.getByRole('listitem'), [`${name}Came: Without 1 database`, 'RulesCame']);
  await expectAccessibleInBothThemes();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(row(name)).toHaveAttribute('aria-expanded');
  expect(workspace.pageNamed('Rules').parent_id).toBe(workspace.pageNamed(name).id);
});

test('where nothing is shared at Notion, that is said, and it can be looked again', async () => {
  new LinkedPages();
  let shared: readonly object[] = [];
  server().say(
    on('POST /functions/v1/notion-sync/pages', () => json({ data: { pages: shared, nextCursor: null } })),
  );
  await openApp('/dashboard/integrations');
  await button('Import pages from Notion').click();
  const dialog = dialogOf('Import pages from Notion');
  await see(dialog.getByText('No page is shared with this connection yet.'));
  await expect.element(dialog.getByRole('button', { name: 'Import pages' })).toBeDisabled();
  await expectAccessibleInBothThemes();
  shared = [{ id: AT_NOTION, title: 'Now shared', isHere: false }];
  await dialog.getByRole('button', { name: 'Look again' }).click();
  await see(dialog.getByRole('checkbox', { name: 'Now shared' }));
});
