/**
 * Connecting a workspace to Notion and disconnecting it, through the real function and Notion’s own client,
 * against a stand-in.
 */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, signUp } from '../../product/people.ts';
import { type Answer, CONNECTED, NOT_CONNECTED, useNotionApp } from './notion-app.ts';

const { notion, server, mia, call, send, status, authorize, redirectUri, connect, join, storedRow } =
  useNotionApp();

let ann: Person;
let unanswered: Promise<Answer>;
// Until Notion's silence is taken for one, the other tests run.
beforeAll(async () => {
  ann = await signUp(server(), 'Ann');
  await connect(ann);
  notion().faults.next({ method: 'POST', path: /oauth\/revoke$/, instead: 'hang' });
  unanswered = call(ann, 'disconnect', { workspaceId: ann.workspaceId });
  await vi.waitUntil(() => notion().requests.some(({ path }) => path.endsWith('/oauth/revoke')), 90_000);
});

describe('connecting', () => {
  test('goes to Notion and back, and keeps the tokens encrypted', async () => {
    expect(await status(mia())).toMatchObject({ ...NOT_CONNECTED, hasApp: true });
    const { body } = await call(mia(), 'initiate', { workspaceId: mia().workspaceId });
    const url = new URL(String(body.data?.authUrl));
    expect(url.origin + url.pathname).toBe(`${notion().url}/v1/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      owner: 'user',
      response_type: 'code',
      client_id: notion().state.app.clientId,
      redirect_uri: redirectUri(),
      state: expect.stringMatching(new RegExp(`^${mia().workspaceId}\\.[0-9a-f-]{36}\\.[\\w-]{43}$`)),
    });

    await connect(mia());
    expect(await status(mia())).toMatchObject(CONNECTED);
    const row = await storedRow(mia());
    expect(row).toMatchObject({
      kind: 'oauth',
      connected_by: mia().id,
      notion_workspace_id: notion().state.workspace.id,
      refreshing_until: null,
    });
    expect(row.access_token).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    const known = JSON.stringify(row);
    for (const token of notion().state.accessTokens) expect(known).not.toContain(token);
    expect(known).not.toMatch(/ntn_|nrt_/);
  });

  test('names the version of the API with every call', async () => {
    await connect(mia());
    const calls = notion().requests.filter(({ path }) => path !== '/v1/oauth/authorize');
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls.map(({ version }) => version))).toEqual(new Set(['2026-03-11']));
  });

  test('again replaces the connection, and ends the former tokens', async () => {
    await connect(mia());
    const [former] = notion().state.accessTokens.slice(-1);
    await connect(mia());
    expect(notion().state.accessTokens).not.toContain(former);
    expect(await status(mia())).toMatchObject(CONNECTED);
  });
});

test('many people who connect at the same time leave one connection and one token', async () => {
  const others = await Promise.all(['Admin 1', 'Admin 2', 'Admin 3'].map((name) => signUp(server(), name)));
  for (const other of others) await join(other, mia().workspaceId, 'admin');
  const people = [mia(), ...others];
  const returned = await Promise.all(people.map((person) => authorize(person, mia().workspaceId)));
  const before = new Set(notion().state.accessTokens);
  const answers = await Promise.all(
    people.map((person, at) =>
      call(person, 'callback', {
        ...returned[at],
        workspaceId: mia().workspaceId,
        redirectUri: redirectUri(),
      }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(notion().state.accessTokens.filter((token) => !before.has(token))).toHaveLength(1);
});

describe('disconnecting', () => {
  test('ends the tokens at Notion and forgets them', async () => {
    await connect(mia());
    const [token] = notion().state.accessTokens.slice(-1);
    expect(await call(mia(), 'disconnect', { workspaceId: mia().workspaceId })).toEqual({
      status: 200,
      body: { data: { connected: false, revoked: true } },
    });
    expect(notion().state.accessTokens).not.toContain(token);
    expect(await storedRow(mia())).toBeNull();
    expect(await status(mia())).toMatchObject(NOT_CONNECTED);
    // Twice is no mistake.
    expect((await call(mia(), 'disconnect', { workspaceId: mia().workspaceId })).status).toBe(200);
  });

  test('forgets them also when Notion does not answer, and says that they may still be good', async () => {
    expect((await unanswered).body.data).toEqual({ connected: false, revoked: false });
    expect(await storedRow(ann)).toBeNull();
  });
});

test('the protocol: preflights, unknown actions, wrong methods', async () => {
  const url = `${server().url}/functions/v1/notion-oauth`;
  const preflight = await fetch(`${url}/status`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  expect((await send(server(), 'nothing', {})).status).toBe(404);
  expect((await send(server(), 'toString', {})).status).toBe(404);
  expect((await send(server(), 'initiate')).status).toBe(405);
  expect((await send(server(), 'status?workspaceId=x', {})).status).toBe(405);
});
