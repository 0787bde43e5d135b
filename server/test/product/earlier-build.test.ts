/**
 * An upgrade finds browsers open with the app of an earlier build. Its requests, as that build sent them, are answered by the
 * database of today, and its words and those of a browser of today meet. The requests are those of the web app as it was on
 * 24 November 2026: they stay as they are when the app changes. A change that breaks one would end open tabs.
 */
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { Browser, open } from './document-browser.ts';
import { createPage, type Person, signUp } from './people.ts';

const server = useTestServer();
let ada: Person;
let bea: Person;

beforeAll(async () => {
  [ada, bea] = [await signUp(server(), 'Ada'), await signUp(server(), 'Bea')];
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: 'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)',
      values: [ada.workspaceId, bea.id, 'member'],
    }),
  );
});

const TREE_COLUMNS = 'id, parent_id, name, order_index, created_at, visibility, notion_page_id';
const AUTHORS =
  'from_notion, created_by, authors:page_version_authors(person, user_profiles(full_name, display_name, email))';

/** The reads of a screen: the table, and the columns. */
const READ: ReadonlyArray<readonly [string, string]> = [
  ['user_profiles', '*'],
  [
    'organization_members',
    'role, organizations!inner(id, name, slug, created_at, created_by, organization_members(user_id, status))',
  ],
  [
    'organization_members',
    'id, user_id, role, status, joined_at, user_profiles!inner(id, email, full_name, display_name)',
  ],
  ['organization_invitations', 'id, email, role, expires_at, uses, max_uses'],
  ['pages', TREE_COLUMNS],
  [
    'pages',
    'id, parent_id, name, description, order_index, visibility, created_at, updated_at, organization_id, is_archived',
  ],
  ['pages', 'name, description, content, updated_at'],
  ['pages', 'name, visibility, private_to'],
  ['page_favorites', 'page_id'],
  ['page_versions', `id, updated_at, ${AUTHORS}`],
  ['page_links', 'source:pages!page_links_source_id_fkey!inner(id, name)'],
  [
    'page_activity',
    `id, kind, happened_at, old_name, new_name, new_parent_id,
    actor:user_profiles!page_activity_actor_id_fkey(full_name, display_name, email),
    page:pages!page_activity_page_id_fkey(id, name, is_archived),
    new_parent:pages!page_activity_new_parent_id_fkey(id, name)`,
  ],
];

test.for(READ)('%s is read with the columns of then: %s', async ([table, columns]) => {
  const { error } = await ada.client.from(table).select(columns).limit(2);
  expect(error).toBeNull();
});

test('a page is made, renamed and moved, and read back', async () => {
  const { data: page, error } = await ada.client
    .from('pages')
    .insert({
      content: '',
      organization_id: ada.workspaceId,
      parent_id: null,
      name: 'Plan',
      order_index: 1,
      created_by: ada.id,
      content_type: 'markdown',
      is_archived: false,
      updated_by: ada.id,
      notion_page_id: null,
      notion_last_sync: null,
      notion_url: null,
    })
    .select(TREE_COLUMNS)
    .single();
  expect(error).toBeNull();
  for (const change of [{ name: 'Renamed' }, { order_index: 2 }, { is_archived: true }])
    expect(
      await ada.client
        .from('pages')
        .update({ ...change, updated_by: ada.id })
        .eq('id', page?.id)
        .select('id'),
    ).toMatchObject({ error: null, data: [{ id: page?.id }] });
  expect(await ada.client.rpc('restore_page', { page_id: page?.id })).toMatchObject({ error: null });
});

test('a tab of then and one of today write one page, and neither loses a word', async () => {
  const page = await createPage(ada, { content: 'Hello' });
  const earlier = await Browser.open(ada, page.id);
  const today = await Browser.open(bea, page.id);
  const { head } = (await open(bea, page.id)) as unknown as { head: string };

  // It knew no heads of the log.
  const asThen = { begins_version: false, adopts: false };
  earlier.type('earlier ');
  expect(await earlier.save(asThen)).toMatchObject({ is_taken: true, is_written: true });
  today.type('today ');
  const behind = await today.save({ seen_head: head, begins_version: false, adopts: false });
  expect(behind).toMatchObject({ is_taken: true, is_written: false });
  const seen = { seen_head: (behind as unknown as { head: string }).head };
  expect(await today.save({ ...seen, update: null })).toMatchObject({ is_written: true });

  // Its next letters are typed without having seen those of today.
  earlier.type('once more ');
  expect(await earlier.save(asThen)).toMatchObject({ is_taken: true, is_written: false });
  expect(await earlier.save({ ...asThen, update: null })).toMatchObject({ is_written: true });
  const { data } = await ada.client.from('pages').select('content').eq('id', page.id).single();
  for (const words of ['Hello', 'today ', 'earlier ', 'once more ']) expect(data?.content).toContain(words);

  // Opened again with what it had noted of the log, it is told the rest alone.
  const known = { known_epoch: earlier.epoch, known_number: 1 };
  expect(await open(ada, page.id, known)).toMatchObject({ state: null, epoch: earlier.epoch, number: 3 });
  const fresh = await Browser.open(bea, page.id);
  expect(fresh.texts.content).toBe(data?.content);
});
