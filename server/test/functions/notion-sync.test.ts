/** Syncing pages with Notion, through the real function and Notion's own client, against a stand-in. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOf, createPage, type Person, signUp } from '../product/people.ts';
import { apiError } from '../support/notion-stand-in/api-errors.ts';
import type { NotionPage } from '../support/notion-stand-in/notion-pages.ts';
import { type NotionStandIn, startNotionStandIn } from '../support/notion-stand-in/notion-stand-in.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let notion: NotionStandIn;
let server: TestServer;
let mia: Person;

beforeAll(async () => {
  notion = await startNotionStandIn();
  server = await startTestServer({ notion: { apiUrl: notion.url, clientId: undefined } });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await notion[Symbol.asyncDispose]();
});

beforeEach(async () => {
  mia = await signUp(server, 'Mia');
  await call(mia, 'notion-oauth/token', { token: notion.state.makeInternalToken() });
});

afterEach(() => {
  notion.faults.expectNone();
  notion.pages.pageSize = 100;
});

interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: string;
  readonly code: string;
}

async function call(person: Person, path: string, body: object = {}): Promise<Answer> {
  const { data } = await person.client.auth.getSession();
  return send(path, { workspaceId: person.workspaceId, ...body }, data.session?.access_token);
}

async function send(path: string, body: object, token?: string): Promise<Answer> {
  const answer = await fetch(`${server.url}/functions/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: server.secrets.publishableKey,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
}

type Direction = 'bring' | 'send' | 'both';

async function link(remote: NotionPage | string, direction: Direction, fields: object = {}): Promise<string> {
  const page = await createPage(mia, {
    ...{ name: 'Plan', content: '', notion_direction: direction },
    notion_page_id: typeof remote === 'string' ? remote : remote.id,
    ...fields,
  });
  return page.id;
}

const sync = (pageId: string, keep?: 'ours' | 'theirs') => call(mia, 'notion-sync/page', { pageId, keep });

async function read(pageId: string) {
  const { data, error } = await mia.client.from('pages').select().eq('id', pageId).single();
  if (error) throw error;
  return data;
}

async function write(pageId: string, fields: object): Promise<void> {
  const { error } = await mia.client.from('pages').update(fields).eq('id', pageId);
  if (error) throw error;
}

async function stateOf(pageId: string) {
  const { data } = await mia.client
    .from('page_notion_syncs')
    .select('state, reason, blocks')
    .eq('page_id', pageId)
    .single();
  return data;
}

async function versionsOf(pageId: string): Promise<string[]> {
  const { data } = await mia.client
    .from('page_versions')
    .select('content')
    .eq('page_id', pageId)
    .order('updated_at');
  return (data ?? []).map(({ content }) => content);
}

const said = (page: NotionPage) => notion.pages.markdownOf(page).markdown;
const writes = () => notion.requests.filter(({ method }) => method === 'PATCH').length;

describe('bring from Notion', () => {
  test('takes title and text, and Notion is not written to', async () => {
    const remote = notion.pages.add('Roadmap', '# Goals\nFirst\nSecond\n- a\n- b');
    const page = await link(remote, 'bring', { content: 'Mine before' });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'synced', synced: 1 });
    const row = await read(page);
    expect(row).toMatchObject({ name: 'Roadmap', content: '# Goals\n\nFirst\n\nSecond\n\n- a\n- b' });
    expect(row.notion_url).toContain('notion.so');
    expect(Date.now() - Date.parse(row.notion_last_sync)).toBeLessThan(60_000);
    expect(writes()).toBe(before);
    expect(await versionsOf(page)).toEqual(['Mine before', row.content]);

    await write(page, { content: 'Changed here' });
    await sync(page);
    expect((await read(page)).content).toBe('Changed here');
    expect(writes()).toBe(before);
  });

  test('addresses that are signed anew are no change', async () => {
    const remote = notion.pages.add('Pictures', 'Look:');
    notion.pages.addBlock(remote, 'image', 'cat.png');
    const page = await link(remote, 'bring');
    await sync(page);
    const first = await read(page);
    expect(first.content).toContain('cat.png');
    expect(first.content).not.toContain('X-Amz');
    await sync(page);
    expect((await read(page)).updated_at).toBe(first.updated_at);
  });

  test('the time of a change does not matter, only the text', async () => {
    const remote = notion.pages.add('Fast', 'one');
    const page = await link(remote, 'bring');
    await sync(page);
    const { editedAt } = remote;
    notion.pages.write(remote, 'two');
    remote.editedAt = editedAt;
    await sync(page);
    expect((await read(page)).content).toBe('two');
  });

  test('what was changed here as well is merged, or asked about', async () => {
    const remote = notion.pages.add('Both', 'one\ntwo\nthree');
    const page = await link(remote, 'bring');
    await sync(page);
    await write(page, { content: 'ONE\n\ntwo\n\nthree' });
    notion.pages.write(remote, 'one\ntwo\nTHREE');
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('ONE\n\ntwo\n\nTHREE');
    expect(said(remote)).toBe('one\ntwo\nTHREE');

    await write(page, { content: 'ONE!\n\ntwo\n\nTHREE' });
    notion.pages.write(remote, 'Eins\ntwo\nTHREE');
    expect((await sync(page)).data).toMatchObject({ state: 'conflict' });
    expect((await read(page)).content).toBe('ONE!\n\ntwo\n\nTHREE');
    expect((await sync(page, 'ours')).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('Eins\ntwo\nTHREE');
  });
});

describe('send to Notion', () => {
  test('gives title and text, and keeps what stood there', async () => {
    const remote = notion.pages.add('Old', 'Old text');
    const page = await link(remote, 'send', { name: 'New', content: '* one\n* two' });
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(remote.title).toBe('New');
    expect(said(remote)).toBe('- one\n- two');
    expect((await read(page)).content).toBe('* one\n* two');
    expect(await versionsOf(page)).toContain('Old text');
    const before = writes();
    await sync(page);
    expect(writes()).toBe(before);
  });

  test('only what changed is sent, on top of what Notion made of it', async () => {
    const remote = notion.pages.add('Plan', '');
    const page = await link(remote, 'send', { content: '* one\n\nText\n\n## End' });
    await sync(page);
    await write(page, { content: '* one\n\nText, more\n\n## End' });
    await sync(page);
    expect(said(remote)).toBe('- one\nText, more\n## End');
  });

  test('front matter stays here', async () => {
    const remote = notion.pages.add('Plan', '');
    const page = await link(remote, 'both', { content: '---\ntags: [a]\n---\n\nText' });
    await sync(page);
    expect(said(remote)).toBe('Text');
    notion.pages.write(remote, 'Other text');
    await sync(page);
    expect((await read(page)).content).toBe('---\ntags: [a]\n---\n\nOther text');
  });

  test('nothing comes from there', async () => {
    const remote = notion.pages.add('Plan', '');
    const page = await link(remote, 'send', { content: 'Mine' });
    await sync(page);
    notion.pages.write(remote, 'Theirs');
    await sync(page);
    expect((await read(page)).content).toBe('Mine');
    expect(said(remote)).toBe('Theirs');
  });
});

describe('both ways', () => {
  test('one side changed, the other follows', async () => {
    const remote = notion.pages.add('Plan', 'one\ntwo');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'one\n\ntwo\n\nthree', name: 'Plan B' });
    await sync(page);
    expect(said(remote)).toBe('one\ntwo\nthree');
    expect(remote.title).toBe('Plan B');
    notion.pages.write(remote, 'zero\none\ntwo\nthree');
    remote.title = 'Plan C';
    await sync(page);
    expect(await read(page)).toMatchObject({ content: 'zero\n\none\n\ntwo\n\nthree', name: 'Plan C' });
  });

  test('both changed: merged on the last text in common', async () => {
    const remote = notion.pages.add('Plan', 'one\ntwo\nthree');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'ONE\n\ntwo\n\nthree' });
    notion.pages.write(remote, 'one\ntwo\nTHREE');
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('ONE\n\ntwo\n\nTHREE');
    expect(said(remote)).toBe('ONE\ntwo\nTHREE');
  });

  test('in conflict both are kept, a version each, and nothing moves until somebody chooses', async () => {
    const remote = notion.pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'ours' });
    notion.pages.write(remote, 'theirs');
    const before = writes();
    for (let time = 0; time < 3; time++) expect((await sync(page)).data).toMatchObject({ state: 'conflict' });
    expect(await stateOf(page)).toMatchObject({ state: 'conflict', reason: 'both-changed' });
    expect((await read(page)).content).toBe('ours');
    expect(said(remote)).toBe('theirs');
    expect(writes()).toBe(before);
    const versions = await versionsOf(page);
    expect(versions.filter((content) => content === 'theirs')).toHaveLength(1);
    expect(versions.at(-1)).toBe('ours');

    expect((await sync(page, 'theirs')).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('theirs');
    await write(page, { content: 'ours again' });
    notion.pages.write(remote, 'theirs again');
    await sync(page);
    expect((await sync(page, 'ours')).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('ours again');
    expect(await versionsOf(page)).toContain('theirs again');
  });
});

describe('what would do damage is not done', () => {
  test.each(['bookmark', 'embed', 'synced_block', 'table_of_contents', 'child_database'])(
    'a page with a %s is never written to',
    async (type) => {
      const remote = notion.pages.add('Plan', 'one');
      const page = await link(remote, 'both');
      await sync(page);
      notion.pages.addBlock(remote, type, 'Like text');
      const before = said(remote);
      await write(page, { content: 'ours' });
      // Whether the texts can be merged or not, and whatever a person chooses.
      await sync(page);
      await sync(page, 'ours');
      expect(said(remote)).toBe(before);
      expect(await stateOf(page)).toEqual({
        state: 'blocked',
        reason: 'blocks',
        blocks: [{ type, count: 1 }],
      });
      expect((await read(page)).content).toBe('ours');
    },
  );

  test('blocks are found on every page of the list', async () => {
    notion.pages.pageSize = 2;
    const remote = notion.pages.add('Plan', 'a\nb\nc\nd\ne');
    notion.pages.addBlock(remote, 'synced_block', 'f');
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({
      state: 'blocked',
      blocks: [{ type: 'synced_block', count: 1 }],
    });
  });

  test('a page that Notion reads a part of is neither written nor brought', async () => {
    const remote = notion.pages.add('Long', 'a\nb\nc');
    remote.mostBlocks = 2;
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({ state: 'blocked', reason: 'truncated' });
    expect(remote.blocks).toHaveLength(3);
    await write(page, { notion_direction: 'bring' });
    expect((await sync(page)).data).toMatchObject({ state: 'blocked', reason: 'truncated' });
    expect((await read(page)).content).toBe('ours');
  });

  test.each<Direction>(['bring', 'both'])('%s: an empty answer deletes nothing', async (direction) => {
    const remote = notion.pages.add('Plan', 'text');
    const page = await link(remote, direction);
    await sync(page);
    notion.pages.write(remote, '');
    expect((await sync(page)).data).toMatchObject({ state: 'emptied', reason: 'remote' });
    expect((await read(page)).content).toBe('text');
    expect((await sync(page, 'theirs')).data).toMatchObject({ state: 'synced' });
    expect((await read(page)).content).toBe('');
  });

  test('a page emptied here empties none there', async () => {
    const remote = notion.pages.add('Plan', 'text');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: '' });
    expect((await sync(page)).data).toMatchObject({ state: 'emptied', reason: 'local' });
    expect(said(remote)).toBe('text');
  });

  test('a page that is gone, not shared or in the trash there stays here', async () => {
    const remote = notion.pages.add('Plan', 'text');
    const page = await link(remote, 'both');
    await sync(page);
    remote.isShared = false;
    expect((await sync(page)).data).toMatchObject({ state: 'gone', reason: 'not-shared' });
    remote.isShared = true;
    remote.inTrash = true;
    expect((await sync(page)).data).toMatchObject({ state: 'gone', reason: 'in-trash' });
    expect(await read(page)).toMatchObject({ content: 'text', is_archived: false });
    remote.inTrash = false;
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
  });

  test('pages beneath the page are not deleted by a text without them', async () => {
    const remote = notion.pages.add('Plan', 'text');
    notion.pages.add('Child', '', remote);
    const page = await link(remote, 'send', { content: 'ours' });
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'refused' });
    expect(remote.blocks.at(-1)?.type).toBe('child_page');
  });

  test('a change around a file that Notion keeps is not sent, one elsewhere is', async () => {
    const remote = notion.pages.add('Plan', 'one');
    notion.pages.addBlock(remote, 'image', 'cat.png');
    const page = await link(remote, 'both');
    await sync(page);
    const { content } = await read(page);
    await write(page, { content: content.replace('one', 'two') });
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(remote.blocks.map(({ type, text }) => [type, text])).toEqual([
      ['paragraph', 'two'],
      ['image', 'cat.png'],
    ]);
    await write(page, { content: 'no picture' });
    expect((await sync(page)).data).toMatchObject({ state: 'blocked', reason: 'notion-files' });
    expect(remote.blocks).toHaveLength(2);
  });

  test('what somebody writes between reading and writing is not lost, on either side', async () => {
    const remote = notion.pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    // Here, while Notion is asked for its text.
    notion.pages.write(remote, 'one\nfrom Notion');
    notion.faults.next({
      ...{ method: 'GET', path: new RegExp(`/v1/pages/${remote.id}/markdown$`) },
      instead: async () => {
        await write(page, { content: 'one\n\nfrom here' });
        return apiError(503, 'service_unavailable', 'Try again.');
      },
    });
    await sync(page);
    expect((await read(page)).content).toContain('from here');
    // There, while it is written to.
    await sync(page, 'ours');
    await write(page, { content: 'mine' });
    notion.faults.next({
      ...{ method: 'GET', path: new RegExp(`/v1/blocks/${remote.id}/children$`) },
      afterwards: () => {
        notion.pages.write(remote, 'somebody at Notion');
        return Response.json({ object: 'list', results: [], has_more: false, next_cursor: null });
      },
    });
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'refused' });
    expect(said(remote)).toBe('somebody at Notion');
    expect((await sync(page)).data).toMatchObject({ state: 'conflict' });
  });
});

describe('when Notion is in trouble', () => {
  const limited =
    (reason: string, seconds: number, status = 429) =>
    () =>
      apiError(
        status,
        status === 429 ? 'rate_limited' : 'service_overload',
        'Slow down.',
        { additional_data: { rate_limit_reason: reason, retry_after: seconds } },
        { 'retry-after': String(seconds) },
      );

  test.each([429, 529])('%i waits as long as Notion wants', async (status) => {
    const remote = notion.pages.add('Plan', 'text');
    const page = await link(remote, 'bring');
    notion.faults.next({
      ...{ method: 'GET', path: new RegExp(`/v1/pages/${remote.id}$`) },
      instead: limited('public_api_request_rate_limit', 2, status),
    });
    const start = Date.now();
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    const asked = notion.requests.filter(({ path, at }) => at >= start && path === `/v1/pages/${remote.id}`);
    expect(asked).toHaveLength(2);
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(1950);
  });

  test('a blocked connection is not asked again', async () => {
    const remote = notion.pages.add('Plan', 'text');
    const [page] = [await link(remote, 'bring'), await link(notion.pages.add('Other'), 'bring')];
    notion.faults.next({
      ...{ method: 'GET', path: /\/v1\/pages\// },
      instead: limited('public_api_request_blocked', 1),
    });
    const before = notion.requests.length;
    const answer = await call(mia, 'notion-sync');
    expect(answer).toMatchObject({ status: 503, code: 'notion_blocked' });
    expect(notion.requests.length - before).toBe(1);
    expect((await read(page)).content).toBe('');
  });

  test('a write that was done and answered with 503 is read, not repeated', async () => {
    const remote = notion.pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'one\n\n* two' });
    notion.faults.next({
      ...{ method: 'PATCH', path: /markdown$/ },
      afterwards: () =>
        apiError(503, 'service_unavailable', 'Saved.', {
          retry_guidance: ['Read the object again.', 'Do not repeat the write.'],
        }),
    });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(writes() - before).toBe(1);
    expect(said(remote)).toBe('one\n- two');
    await sync(page);
    expect(writes() - before).toBe(1);
  });

  test('a write that was not done is told, and done by the next sync', async () => {
    const remote = notion.pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'two' });
    notion.faults.next({
      ...{ method: 'PATCH', path: /markdown$/ },
      instead: () => apiError(503, 'service_unavailable', 'Not saved.'),
    });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'not-written' });
    expect(writes() - before).toBe(1);
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
    expect(said(remote)).toBe('two');
  });

  test('an answer that never comes to a write is not waited for without end, nor is the write repeated', async () => {
    const remote = notion.pages.add('Plan', 'one');
    const page = await link(remote, 'both');
    await sync(page);
    await write(page, { content: 'two' });
    notion.faults.next({ method: 'PATCH', path: /markdown$/, instead: 'hang' });
    const before = writes();
    expect((await sync(page)).data).toMatchObject({ state: 'failed', reason: 'not-written' });
    expect(writes() - before).toBe(1);
  });

  test('reading is tried again', async () => {
    const remote = notion.pages.add('Plan', 'text');
    const page = await link(remote, 'bring');
    notion.faults.next({
      ...{ method: 'GET', path: /markdown$/ },
      instead: () => apiError(502, 'internal_server_error', 'Oops.'),
    });
    expect((await sync(page)).data).toMatchObject({ state: 'synced' });
  });
});

describe('all pages of a workspace', () => {
  test('are synced, whatever is wrong with one', async () => {
    const remotes = ['a', 'b', 'c'].map((name) => notion.pages.add(name, name));
    const pages = await Promise.all(remotes.map((remote) => link(remote, 'bring')));
    const lost = await link(randomUUID(), 'bring', { content: 'stays' });
    const archived = await link(remotes[0] as NotionPage, 'bring', { content: 'old' });
    await write(archived, { is_archived: true });
    const { data } = await call(mia, 'notion-sync');
    expect(data).toMatchObject({ synced: 3, total: 4, remaining: 0 });
    expect(await Promise.all(pages.map(async (page) => (await read(page)).content))).toEqual(['a', 'b', 'c']);
    expect(await read(lost)).toMatchObject({ content: 'stays', is_archived: false });
    expect(await stateOf(lost)).toMatchObject({ state: 'gone' });
    const { data: run } = await mia.client
      .from('notion_sync_runs')
      .select('total, done, synced, ended_at')
      .single();
    expect(run).toMatchObject({ total: 4, done: 4, synced: 3, ended_at: expect.any(String) });
  });

  test('twice at once is once', async () => {
    const remotes = ['a', 'b', 'c'].map((name) => notion.pages.add(name));
    await Promise.all(remotes.map((remote, at) => link(remote, 'send', { content: `text ${at}` })));
    const before = notion.requests.length;
    const answers = await Promise.all([call(mia, 'notion-sync'), call(mia, 'notion-sync')]);
    expect(answers.map(({ data }) => data.synced)).toEqual([3, 3]);
    expect(answers[0].data.runId).toBe(answers[1].data.runId);
    const written = notion.requests
      .slice(before)
      .filter(({ path, method }) => method === 'PATCH' && path.endsWith('markdown'));
    expect(written).toHaveLength(3);
  });

  test('by the clock: once in a quarter of an hour, and only with the secret key', async () => {
    const remote = notion.pages.add('Plan', 'one');
    const page = await link(remote, 'bring');
    const { data } = await mia.client.auth.getSession();
    for (const token of [undefined, 'x', data.session?.access_token, server.secrets.publishableKey])
      expect((await send('notion-sync/scheduled', {}, token)).status).toBe(403);
    const tick = () => send('notion-sync/scheduled', {}, server.secrets.secretKey);
    await tick();
    expect((await read(page)).content).toBe('one');
    notion.pages.write(remote, 'two');
    await tick();
    expect((await read(page)).content).toBe('one');
    const operator = clientOf(server, server.secrets.secretKey);
    await operator
      .from('notion_sync_runs')
      .update({ started_at: new Date(Date.now() - 15 * 60_000).toISOString() })
      .eq('organization_id', mia.workspaceId);
    expect((await tick()).data).toMatchObject({ workspaces: 1, synced: 1, remaining: 0 });
    expect((await read(page)).content).toBe('two');
  });
});

describe('who may', () => {
  test('a member syncs pages that they may write, and starts nothing for the whole workspace', async () => {
    const max = await signUp(server, 'Max');
    const outsider = await signUp(server, 'Otto');
    const operator = clientOf(server, server.secrets.secretKey);
    await operator
      .from('organization_members')
      .insert({ organization_id: mia.workspaceId, user_id: max.id, role: 'member' });
    const remote = notion.pages.add('Plan', 'text');
    const page = await link(remote, 'bring');
    const secret = await link(notion.pages.add('Diary', 'text'), 'bring', { visibility: 'private' });
    const as = (person: Person, path: string, body: object = {}) =>
      call(person, path, { workspaceId: mia.workspaceId, ...body });

    expect((await as(max, 'notion-sync/page', { pageId: page })).data).toMatchObject({ state: 'synced' });
    expect(await as(max, 'notion-sync/page', { pageId: secret })).toMatchObject({ status: 404 });
    expect(await as(max, 'notion-sync')).toMatchObject({ status: 403, code: 'managers_only' });
    expect(await as(max, 'notion-sync/pages')).toMatchObject({ status: 403 });
    expect(await as(max, 'notion-sync/import', { notionPageId: remote.id })).toMatchObject({ status: 403 });
    for (const path of ['notion-sync', 'notion-sync/pages', 'notion-sync/page']) {
      expect(await as(outsider, path, { pageId: page })).toMatchObject({ status: 403 });
      expect(await send(path, { workspaceId: mia.workspaceId, pageId: page })).toMatchObject({ status: 401 });
    }
    // Another workspace's page through one's own.
    expect(await call(outsider, 'notion-sync/page', { pageId: page })).toMatchObject({ status: 404 });
    expect(await sync('nonsense')).toMatchObject({ status: 400 });
    expect(await call(mia, 'notion-sync', { runId: 'nonsense' })).toMatchObject({ status: 400 });
  });

  test('without a connection it is said', async () => {
    const page = await link(notion.pages.add('Plan', 'text'), 'bring');
    await call(mia, 'notion-oauth/disconnect');
    for (const answer of [await sync(page), await call(mia, 'notion-sync')])
      expect(answer).toMatchObject({ status: 409, code: 'notion_not_connected' });
  });
});

describe('bringing pages', () => {
  const list = async (body: object = {}) => (await call(mia, 'notion-sync/pages', body)).data;
  const bring = async (notionPageId: string, parentId?: string) =>
    (await call(mia, 'notion-sync/import', { notionPageId, parentId })).data;

  test('lists what is shared, in pieces, and says what is here already', async () => {
    const name = randomUUID();
    const remotes = [1, 2, 3].map((number) => notion.pages.add(`${name} ${number}`, 'text'));
    await bring(remotes[2]?.id ?? '');
    notion.pages.pageSize = 2;
    const first = await list({ query: name });
    expect(first).toMatchObject({
      pages: [
        { id: remotes[2]?.id, title: `${name} 3`, isHere: true },
        { id: remotes[1]?.id, title: `${name} 2`, isHere: false },
      ],
      nextCursor: '2',
    });
    expect(await list({ query: name, cursor: first.nextCursor })).toMatchObject({
      ...{ pages: [{ id: remotes[0]?.id }], nextCursor: null },
    });
    expect(await list({ query: randomUUID() })).toEqual({ pages: [], nextCursor: null });
  });

  test('brings a page with its place, and names what is beneath it and what was left', async () => {
    const remote = notion.pages.add('Handbook', 'Welcome');
    const child = notion.pages.add('Rules', 'Be kind', remote);
    notion.pages.addBlock(remote, 'child_database', 'Tasks');
    const parent = await createPage(mia, { name: 'From Notion' });
    const top = await bring(remote.id, parent.id);
    expect(top).toMatchObject({
      ...{ status: 'imported', name: 'Handbook', children: [{ id: child.id, title: 'Rules' }] },
      left: [{ type: 'child_database', count: 1 }],
    });
    const below = await bring(child.id, String(top.pageId));
    expect(await read(String(below.pageId))).toMatchObject({
      ...{ name: 'Rules', content: 'Be kind', parent_id: top.pageId, notion_page_id: child.id },
      ...{ notion_direction: 'bring', created_by: mia.id },
    });
    expect(await stateOf(String(below.pageId))).toMatchObject({ state: 'synced' });

    expect(await bring(child.id)).toMatchObject({ status: 'here', pageId: below.pageId });
    notion.pages.write(child, 'Be kinder');
    await sync(String(below.pageId));
    expect((await read(String(below.pageId))).content).toBe('Be kinder');
  });

  test('at once by two is once', async () => {
    const remote = notion.pages.add('Once', 'text');
    const answers = await Promise.all([bring(remote.id), bring(remote.id), bring(remote.id)]);
    expect(new Set(answers.map(({ pageId }) => pageId)).size).toBe(1);
    const { count } = await mia.client
      .from('pages')
      .select('id', { count: 'exact', head: true })
      .eq('notion_page_id', remote.id);
    expect(count).toBe(1);
  });

  test('says why a page did not come', async () => {
    expect(await bring(randomUUID())).toMatchObject({ status: 'skipped', reason: 'not-shared' });
    const trashed = notion.pages.add('Trash', 'text');
    trashed.inTrash = true;
    expect(await bring(trashed.id)).toMatchObject({ status: 'skipped', reason: 'in-trash' });
    const remote = notion.pages.add('Back', 'text');
    const { pageId } = await bring(remote.id);
    await write(String(pageId), { is_archived: true });
    expect(await bring(remote.id)).toMatchObject({ status: 'skipped', reason: 'in-trash-here' });
    const foreign = await signUp(server, 'Otto');
    const theirs = await createPage(foreign, { name: 'Theirs' });
    expect(
      await call(mia, 'notion-sync/import', { notionPageId: notion.pages.add('X').id, parentId: theirs.id }),
    ).toMatchObject({
      ...{ status: 400, error: 'The parent page does not exist in this workspace' },
    });
  });
});
