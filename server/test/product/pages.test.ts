/** The product's calls (specification section 7) through the real client, as two people and a stranger make them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { clientOf, createPage, type Person, signUp } from './people.ts';

const server = useTestServer();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = await signUp(server(), 'Ada Lovelace');
  eve = await signUp(server(), 'Eve');
});

describe('a new account', () => {
  test('has a profile', async () => {
    const { data } = await ada.client.from('user_profiles').select('*').eq('id', ada.id).single();
    expect(data).toMatchObject({
      id: ada.id,
      full_name: 'Ada Lovelace',
      email: expect.stringContaining('@'),
    });
  });

  test('owns a workspace of its own', async () => {
    const { data } = await ada.client
      .from('organization_members')
      .select('organization_id, role, status, organizations(id, name, slug, logo_url, description, status)')
      .eq('user_id', ada.id)
      .eq('status', 'active')
      .limit(1);
    expect(data).toEqual([
      expect.objectContaining({
        role: 'owner',
        organizations: expect.objectContaining({
          id: ada.workspaceId,
          name: "Ada Lovelace's Workspace",
          status: 'active',
        }),
      }),
    ]);
  });

  test('is listed among the members with its profile', async () => {
    const { data, error } = await ada.client
      .from('organization_members')
      .select('*, user_profiles(id, email, full_name, display_name)')
      .eq('organization_id', ada.workspaceId)
      .eq('status', 'active')
      .order('joined_at', { ascending: true });
    expect(error).toBeNull();
    expect(data).toEqual([
      expect.objectContaining({ user_profiles: expect.objectContaining({ full_name: 'Ada Lovelace' }) }),
    ]);
  });
});

describe('the tree', () => {
  test('comes roots first, then by place, without archived pages', async () => {
    const root = await createPage(ada, { name: 'root', order_index: 10 });
    await createPage(ada, { name: 'second child', parent_id: root.id, order_index: 2 });
    await createPage(ada, { name: 'first child', parent_id: root.id, order_index: 1 });
    const gone = await createPage(ada, { name: 'gone', parent_id: root.id, order_index: 3 });
    await ada.client.from('pages').update({ is_archived: true, updated_by: ada.id }).eq('id', gone.id);
    const { data } = await ada.client
      .from('pages')
      .select('name')
      .eq('organization_id', ada.workspaceId)
      .eq('is_archived', false)
      .order('parent_id', { ascending: true, nullsFirst: true })
      .order('order_index', { ascending: true });
    expect(data?.map(({ name }) => name)).toEqual(['root', 'first child', 'second child']);
  });

  test('refuses a page beneath itself, with a code', async () => {
    const top = await createPage(ada, { name: 'top' });
    const below = await createPage(ada, { name: 'below', parent_id: top.id });
    const { error } = await ada.client.from('pages').update({ parent_id: below.id }).eq('id', top.id);
    expect(error?.code).toBe('TR012');
    const { data } = await ada.client.from('pages').select('parent_id').eq('id', top.id).single();
    expect(data).toEqual({ parent_id: null });
  });
});

describe('a save', () => {
  test('counts only on the version it is based on', async () => {
    const page = await createPage(ada);
    const save = (content: string, version: string) =>
      ada.client
        .from('pages')
        .update({ content, updated_by: ada.id, updated_at: new Date(0).toISOString() })
        .eq('id', page.id)
        .eq('updated_at', version)
        .select('content, updated_at')
        .maybeSingle();
    const first = await save('one', page.updated_at);
    expect(first.data?.content).toBe('one');
    expect(first.data?.updated_at > page.updated_at).toBe(true);
    const stale = await save('two', page.updated_at);
    expect(stale).toMatchObject({ data: null, error: null });
    const { data } = await ada.client.from('pages').select('content').eq('id', page.id).single();
    expect(data).toEqual({ content: 'one' });
  });

  test('counts once when twenty come at once on one version', async () => {
    const page = await createPage(ada);
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        ada.client
          .from('pages')
          .update({ content: `text ${number}` })
          .eq('id', page.id)
          .eq('updated_at', page.updated_at)
          .select('content'),
      ),
    );
    const counted = saves.flatMap(({ data }) => data ?? []);
    expect(counted).toHaveLength(1);
    const { data } = await ada.client.from('pages').select('content').eq('id', page.id).single();
    expect(data).toEqual(counted[0]);
  });

  test('changes nothing when its text is too long', async () => {
    const page = await createPage(ada, { content: 'short' });
    const { error, status } = await ada.client
      .from('pages')
      .update({ content: 'x'.repeat(5 * 1024 * 1024 + 1) })
      .eq('id', page.id);
    expect(status).toBe(400);
    expect(error?.code).toBe('23514');
    const { data } = await ada.client.from('pages').select('content').eq('id', page.id).single();
    expect(data).toEqual({ content: 'short' });
  });
});

describe('a stranger', () => {
  test('sees, changes and adds nothing in another’s workspace', async () => {
    const page = await createPage(ada, { name: 'secret', content: 'secret' });
    expect((await eve.client.from('pages').select('id').eq('id', page.id)).data).toEqual([]);
    expect(
      (await eve.client.from('pages').select('id', { count: 'exact', head: true }).eq('id', page.id)).count,
    ).toBe(0);
    expect((await eve.client.from('pages').update({ name: 'mine' }).eq('id', page.id).select()).data).toEqual(
      [],
    );
    expect((await eve.client.from('pages').delete().eq('id', page.id)).error?.code).toBe('42501');
    await expect(createPage(eve, { organization_id: ada.workspaceId })).rejects.toMatchObject({
      code: '42501',
    });
    await expect(createPage(eve, { parent_id: page.id })).rejects.toMatchObject({ code: 'TR010' });
    expect(
      (await eve.client.from('organizations').update({ name: 'x' }).eq('id', ada.workspaceId).select()).data,
    ).toEqual([]);
    expect((await eve.client.from('user_profiles').select('id').eq('id', ada.id)).data).toEqual([]);
    const { data } = await ada.client.from('pages').select('name').eq('id', page.id).single();
    expect(data).toEqual({ name: 'secret' });
  });

  test('cannot take over a page by choosing its id', async () => {
    const page = await createPage(ada, { name: 'mine' });
    const { error } = await eve.client
      .from('pages')
      .upsert({ id: page.id, organization_id: eve.workspaceId, order_index: 1, name: 'stolen' });
    expect(error).not.toBeNull();
    const { data } = await ada.client
      .from('pages')
      .select('name, organization_id')
      .eq('id', page.id)
      .single();
    expect(data).toEqual({ name: 'mine', organization_id: ada.workspaceId });
  });

  test('without an account reads no table', async () => {
    const anonymous = clientOf(server(), server().secrets.publishableKey);
    for (const table of ['pages', 'organizations', 'organization_members', 'user_profiles']) {
      const { error, status } = await anonymous.from(table).select('*');
      expect([table, status, error?.code]).toEqual([table, 401, '42501']);
    }
  });

  test('reads a public page by its id, and no other', async () => {
    const page = await createPage(ada, { name: 'for all', content: '# Hello', visibility: 'public' });
    const hidden = await createPage(ada, { name: 'for us' });
    const anonymous = clientOf(server(), server().secrets.publishableKey);
    const read = (id: string) => anonymous.rpc('get_public_page', { page_id: id });
    expect((await read(page.id)).data).toEqual([
      expect.objectContaining({ name: 'for all', content: '# Hello' }),
    ]);
    expect((await read(hidden.id)).data).toEqual([]);
    await ada.client.from('pages').update({ visibility: 'workspace' }).eq('id', page.id);
    expect((await read(page.id)).data).toEqual([]);
  });
});

test('the operator’s key sees everything', async () => {
  const page = await createPage(eve, { name: 'any' });
  const operator = clientOf(server(), server().secrets.secretKey);
  expect((await operator.from('pages').select('name').eq('id', page.id)).data).toEqual([{ name: 'any' }]);
});

test('the only workspace cannot be deleted, a second one can', async () => {
  const first = await ada.client.from('organizations').delete().eq('id', ada.workspaceId);
  expect(first.error).toMatchObject({ code: 'TR001', message: 'Cannot delete your only workspace' });
  const second = await ada.client.from('organizations').insert({ name: 'Second' }).select().single();
  expect(second.data).toMatchObject({ name: 'Second', created_by: ada.id });
  const deleted = await ada.client.from('organizations').delete().eq('id', second.data.id).select();
  expect(deleted.data).toHaveLength(1);
});
