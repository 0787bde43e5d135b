/** Connecting a workspace to Notion, through the real function and Notion's own client, against a stand-in. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateSecrets } from '../../src/config/secrets.ts';
import { clientOf, type Person, signUp } from '../product/people.ts';
import { type NotionStandIn, startNotionStandIn } from '../support/notion-stand-in/notion-stand-in.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>>;
    readonly error?: string;
    readonly code?: string;
  };
}

let notion: NotionStandIn;
let server: TestServer;
let withoutApp: TestServer;
let operator: SupabaseClient;
let mia: Person;

beforeAll(async () => {
  notion = await startNotionStandIn();
  const { clientId, clientSecret } = notion.state.app;
  server = await startTestServer(
    { notion: { apiUrl: notion.url, clientId } },
    { ...(await generateSecrets()), notionClientSecret: clientSecret },
  );
  withoutApp = await startTestServer({ notion: { apiUrl: notion.url, clientId: undefined } });
  operator = clientOf(server, server.secrets.secretKey);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await withoutApp[Symbol.asyncDispose]();
  await notion[Symbol.asyncDispose]();
});

beforeEach(async () => {
  mia = await signUp(server, 'Mia');
});

afterEach(() => {
  notion.faults.expectNone();
});

async function call(person: Person, path: string, body?: unknown, at = server): Promise<Answer> {
  const { data } = await person.client.auth.getSession();
  return send(at, path, body, data.session?.access_token);
}

async function send(at: TestServer, path: string, body?: unknown, token?: string): Promise<Answer> {
  const answer = await fetch(`${at.url}/functions/v1/notion-oauth/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: at.secrets.publishableKey,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const status = async (person: Person, workspaceId = person.workspaceId) =>
  (await call(person, `status?workspaceId=${workspaceId}`)).body.data;

interface Returned {
  readonly code: string;
  readonly state: string;
}

/** Goes to Notion's page and allows access. */
async function authorize(person: Person, workspaceId = person.workspaceId): Promise<Returned> {
  const { body } = await call(person, 'initiate', { workspaceId });
  const page = await (await fetch(String(body.data?.authUrl))).text();
  const back = new URL(/href="([^"]+code=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '');
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

function comeBack(person: Person, returned: Returned, more: Readonly<Record<string, unknown>> = {}) {
  return call(person, 'callback', {
    ...returned,
    workspaceId: person.workspaceId,
    redirectUri: redirectUri(),
    ...more,
  });
}

const redirectUri = () => `${server.config.siteUrl}/dashboard/settings/workspace/notion-callback`;

async function connect(person: Person): Promise<void> {
  expect(await comeBack(person, await authorize(person))).toMatchObject({ status: 200 });
}

async function join(person: Person, workspaceId: string, role: string): Promise<void> {
  const { error } = await operator
    .from('organization_members')
    .insert({ organization_id: workspaceId, user_id: person.id, role });
  if (error) throw error;
}

async function storedRow(person: Person) {
  const { data } = await operator
    .from('notion_connections')
    .select()
    .eq('organization_id', person.workspaceId)
    .maybeSingle();
  return data;
}

const NOT_CONNECTED = { connected: false, workspaceName: null, needsReconnect: false };
const CONNECTED = { connected: true, workspaceName: 'Acme Notes', kind: 'oauth', needsReconnect: false };

describe('connecting', () => {
  test('goes to Notion and back, and keeps the tokens encrypted', async () => {
    expect(await status(mia)).toMatchObject({ ...NOT_CONNECTED, hasApp: true });
    const { body } = await call(mia, 'initiate', { workspaceId: mia.workspaceId });
    const url = new URL(String(body.data?.authUrl));
    expect(url.origin + url.pathname).toBe(`${notion.url}/v1/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      owner: 'user',
      response_type: 'code',
      client_id: notion.state.app.clientId,
      redirect_uri: redirectUri(),
      state: expect.stringMatching(new RegExp(`^${mia.workspaceId}\\.[0-9a-f-]{36}\\.[\\w-]{43}$`)),
    });

    await connect(mia);
    expect(await status(mia)).toMatchObject(CONNECTED);
    const row = await storedRow(mia);
    expect(row).toMatchObject({
      kind: 'oauth',
      connected_by: mia.id,
      notion_workspace_id: notion.state.workspace.id,
      refreshing_until: null,
    });
    expect(row.access_token).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    const known = JSON.stringify(row);
    for (const token of notion.state.accessTokens) expect(known).not.toContain(token);
    expect(known).not.toMatch(/ntn_|nrt_/);
  });

  test('says which version of the API is meant with every call', async () => {
    await connect(mia);
    const calls = notion.requests.filter(({ path }) => path !== '/v1/oauth/authorize');
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls.map(({ version }) => version))).toEqual(new Set(['2026-03-11']));
  });

  test('anew replaces the connection, and ends the former tokens', async () => {
    await connect(mia);
    const [former] = notion.state.accessTokens.slice(-1);
    await connect(mia);
    expect(notion.state.accessTokens).not.toContain(former);
    expect(await status(mia)).toMatchObject(CONNECTED);
  });
});

test('of many who connect at the same time, one connection is left, and one token', async () => {
  const others = await Promise.all(['Admin 1', 'Admin 2', 'Admin 3'].map((name) => signUp(server, name)));
  for (const other of others) await join(other, mia.workspaceId, 'admin');
  const people = [mia, ...others];
  const returned = await Promise.all(people.map((person) => authorize(person, mia.workspaceId)));
  const before = new Set(notion.state.accessTokens);
  const answers = await Promise.all(
    people.map((person, at) =>
      call(person, 'callback', {
        ...returned[at],
        workspaceId: mia.workspaceId,
        redirectUri: redirectUri(),
      }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(notion.state.accessTokens.filter((token) => !before.has(token))).toHaveLength(1);
});

describe('what comes back', () => {
  const refused = async (answer: Promise<Answer>, at: number, code: string) => {
    const { status: found, body } = await answer;
    expect({ found, code: body.code }).toEqual({ found: at, code });
    expect(body.error).toEqual(expect.stringMatching(/\w/));
    expect(await storedRow(mia)).toBeNull();
  };

  test('is good once', async () => {
    const returned = await authorize(mia);
    expect((await comeBack(mia, returned)).status).toBe(200);
    const { code } = await authorize(mia);
    expect((await comeBack(mia, { ...returned, code })).body).toMatchObject({ code: 'state_used' });
  });

  test('is good for one of two at the same time', async () => {
    const returned = await authorize(mia);
    const answers = await Promise.all([1, 2, 3, 4].map(() => comeBack(mia, returned)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    expect(await status(mia)).toMatchObject(CONNECTED);
  });

  test('is good for a while', async () => {
    const returned = await authorize(mia);
    await operator
      .from('notion_authorizations')
      .update({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .eq('user_id', mia.id);
    await refused(comeBack(mia, returned), 400, 'state_expired');
  });

  test('is good for whoever began', async () => {
    const eve = await signUp(server, 'Eve');
    await join(eve, mia.workspaceId, 'admin');
    const returned = await authorize(eve, mia.workspaceId);
    await refused(comeBack(mia, returned), 400, 'state_invalid');
  });

  test('is good for the workspace it was begun for', async () => {
    const eve = await signUp(server, 'Eve');
    await join(mia, eve.workspaceId, 'owner');
    // As if somebody had put another workspace's id in front.
    const { code, state } = await authorize(mia, eve.workspaceId);
    const forged = state.replace(eve.workspaceId, mia.workspaceId);
    await refused(comeBack(mia, { code, state: forged }), 400, 'state_invalid');
    await refused(comeBack(mia, { code, state }), 400, 'state_invalid');
    await refused(comeBack(mia, { code, state }, { workspaceId: 'x' }), 400, 'invalid_request');
  });

  test.each([
    ['a plain id of the workspace', () => mia.workspaceId],
    ['nothing', () => ''],
    ['another signature', (state: string) => `${state.slice(0, -4)}AAAA`],
    ['no signature', (state: string) => state.split('.').slice(0, 2).join('.')],
    ['more than it was', (state: string) => `${state}.x`],
    ['what is no base64', (state: string) => `${state.slice(0, -3)}ä?*`],
  ])('is not good with %s as state', async (_name, forge) => {
    const { code, state } = await authorize(mia);
    await refused(comeBack(mia, { code, state: forge(state) }), 400, 'state_invalid');
  });

  test('is not good without a code, or for another address', async () => {
    const returned = await authorize(mia);
    await refused(comeBack(mia, { ...returned, code: '' }), 400, 'invalid_request');
    const redirectUri = 'https://evil.example/notion-callback';
    await refused(comeBack(mia, returned, { redirectUri }), 400, 'invalid_request');
    await refused(call(mia, 'callback', []), 400, 'invalid_request');
    expect((await comeBack(mia, returned)).status).toBe(200);
  });

  test('with a code that Notion does not know says so in the catalogue’s words', async () => {
    const { state } = await authorize(mia);
    const answer = await comeBack(mia, { state, code: 'made-up' });
    expect(answer.body).toEqual({ code: 'CALLBACK_ERROR', error: 'OAuth callback failed' });
    expect(await storedRow(mia)).toBeNull();
  });

  test.each([
    ['does not answer', 'hang' as const, 504, 'notion_timeout'],
    ['is busy', () => Response.json({}, { status: 529 }), 503, 'notion_busy'],
    [
      'does not know the app',
      () => Response.json({ error: 'invalid_client' }, { status: 401 }),
      502,
      'notion_app_refused',
    ],
    ['answers nonsense', () => Response.json({ access_token: 7 }), 502, 'CALLBACK_ERROR'],
  ])('when Notion %s is said', async (_name, instead, at, code) => {
    const returned = await authorize(mia);
    notion.faults.next({ method: 'POST', path: /oauth\/token$/, instead });
    await refused(comeBack(mia, returned), at, code);
  });

  test('when Notion cannot be reached is said', async () => {
    const { clientId } = notion.state.app;
    // Nothing listens there.
    await using cut = await startTestServer(
      { notion: { apiUrl: 'http://127.0.0.1:9', clientId } },
      { ...(await generateSecrets()), notionClientSecret: 'x' },
    );
    const ann = await signUp(cut, 'Ann');
    const { body } = await call(ann, 'initiate', { workspaceId: ann.workspaceId }, cut);
    const state = new URL(String(body.data?.authUrl)).searchParams.get('state');
    const answer = await call(
      ann,
      'callback',
      {
        ...{ code: 'x', state, workspaceId: ann.workspaceId },
        redirectUri: `${cut.config.siteUrl}/dashboard/settings/workspace/notion-callback`,
      },
      cut,
    );
    expect(answer).toMatchObject({ status: 502, body: { code: 'notion_unreachable' } });
  });
});

describe('who may', () => {
  const actions = (workspaceId: string): [string, Readonly<Record<string, unknown>>][] => [
    ['initiate', { workspaceId }],
    ['callback', { workspaceId, code: 'x', state: 'x', redirectUri: redirectUri() }],
    ['token', { workspaceId, token: notion.state.makeInternalToken() }],
    ['disconnect', { workspaceId }],
  ];

  test('a member sees the connection and can neither make nor end one', async () => {
    await connect(mia);
    const member = await signUp(server, 'Member');
    await join(member, mia.workspaceId, 'member');
    expect(await status(member, mia.workspaceId)).toMatchObject(CONNECTED);
    for (const [path, body] of actions(mia.workspaceId))
      expect(await call(member, path, body), path).toMatchObject({
        status: 403,
        body: { code: 'managers_only' },
      });
    expect(await status(mia)).toMatchObject(CONNECTED);
  });

  test('an admin may', async () => {
    const admin = await signUp(server, 'Admin');
    await join(admin, mia.workspaceId, 'admin');
    const returned = await authorize(admin, mia.workspaceId);
    expect((await comeBack(admin, returned, { workspaceId: mia.workspaceId })).status).toBe(200);
    expect((await call(admin, 'disconnect', { workspaceId: mia.workspaceId })).status).toBe(200);
  });

  test('an admin who is none any more may not finish', async () => {
    const admin = await signUp(server, 'Admin');
    await join(admin, mia.workspaceId, 'admin');
    const returned = await authorize(admin, mia.workspaceId);
    await operator
      .from('organization_members')
      .update({ role: 'member' })
      .match({ user_id: admin.id, organization_id: mia.workspaceId });
    const answer = await comeBack(admin, returned, { workspaceId: mia.workspaceId });
    expect(answer).toMatchObject({ status: 403, body: { code: 'managers_only' } });
  });

  test('an outsider sees and does nothing', async () => {
    await connect(mia);
    const eve = await signUp(server, 'Eve');
    const denied = { status: 403, body: { code: 'not_a_member' } };
    expect(await call(eve, `status?workspaceId=${mia.workspaceId}`)).toMatchObject(denied);
    for (const [path, body] of actions(mia.workspaceId))
      expect(await call(eve, path, body), path).toMatchObject(denied);
  });

  test('nobody without an account, with a key, a forged token or an ended session', async () => {
    const { data } = await mia.client.auth.getSession();
    const good = data.session?.access_token ?? '';
    const [head, , signature] = good.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: mia.id, role: 'authenticated' })).toString('base64url');
    await mia.client.auth.signOut();
    const tokens = [undefined, server.secrets.publishableKey, server.secrets.secretKey];
    for (const token of [...tokens, `${head}.${claims}.${signature}`, good])
      for (const [path, body] of [
        [`status?workspaceId=${mia.workspaceId}`, undefined] as const,
        ...actions(mia.workspaceId),
      ])
        expect(await send(server, path, body, token), `${path} ${token}`).toMatchObject({
          status: 401,
          body: { code: 'not_signed_in' },
        });
  });

  test('a session that lacks its second step sees and does nothing', async () => {
    await server.database.asOwner(async (transaction) => {
      await transaction.query({
        text: `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
          values (gen_random_uuid(), $1, 'App', 'totp', 'verified', 'x', now(), now())`,
        values: [mia.id],
      });
    });
    const denied = { status: 403, body: { code: 'not_a_member' } };
    expect(await call(mia, `status?workspaceId=${mia.workspaceId}`)).toMatchObject(denied);
    for (const [path, body] of actions(mia.workspaceId))
      expect(await call(mia, path, body), path).toMatchObject(denied);
  });

  test('no client reads what is kept', async () => {
    await connect(mia);
    for (const table of ['notion_connections', 'notion_authorizations'])
      expect((await mia.client.from(table).select()).error?.code).toBe('42501');
    const { error } = await mia.client.rpc('claim_notion_refresh', {
      organization_id: mia.workspaceId,
      token_id: mia.id,
    });
    expect(error?.code).toBe('42501');
  });
});

describe('disconnecting', () => {
  test('ends the tokens at Notion and forgets them', async () => {
    await connect(mia);
    const [token] = notion.state.accessTokens.slice(-1);
    expect(await call(mia, 'disconnect', { workspaceId: mia.workspaceId })).toEqual({
      status: 200,
      body: { data: { connected: false, revoked: true } },
    });
    expect(notion.state.accessTokens).not.toContain(token);
    expect(await storedRow(mia)).toBeNull();
    expect(await status(mia)).toMatchObject(NOT_CONNECTED);
    // Twice is no mistake.
    expect((await call(mia, 'disconnect', { workspaceId: mia.workspaceId })).status).toBe(200);
  });

  test('forgets them also when Notion does not answer, and says that they may still be good', async () => {
    await connect(mia);
    notion.faults.next({ method: 'POST', path: /oauth\/revoke$/, instead: 'hang' });
    expect((await call(mia, 'disconnect', { workspaceId: mia.workspaceId })).body.data).toEqual({
      connected: false,
      revoked: false,
    });
    expect(await storedRow(mia)).toBeNull();
  });
});

describe('a pasted token', () => {
  test('connects a server without an app', async () => {
    const ann = await signUp(withoutApp, 'Ann');
    const body = { workspaceId: ann.workspaceId };
    expect(
      (await call(ann, `status?workspaceId=${ann.workspaceId}`, undefined, withoutApp)).body.data,
    ).toMatchObject({
      ...NOT_CONNECTED,
      hasApp: false,
    });
    expect(await call(ann, 'initiate', body, withoutApp)).toMatchObject({
      status: 409,
      body: { code: 'no_app' },
    });
    const token = ` ${notion.state.makeInternalToken()}\n`;
    expect(await call(ann, 'token', { ...body, token }, withoutApp)).toEqual({
      status: 200,
      body: { data: { connected: true, workspaceName: 'Acme Notes' } },
    });
    // Nobody but its maker can end it.
    expect((await call(ann, 'disconnect', body, withoutApp)).body.data).toEqual({
      connected: false,
      revoked: false,
    });
  });

  test.each([
    ['is of nobody', () => 'ntn_0123456789abcdef0123456789', 'token_refused'],
    ['is too short', () => 'ntn_1', 'token_malformed'],
    ['is many lines', () => `ntn_0123456789abcdef\r\nx-header: 1`, 'token_malformed'],
    ['is no text', () => 7, 'token_malformed'],
  ])('that %s is refused and not kept', async (_name, token, code) => {
    const answer = await call(mia, 'token', { workspaceId: mia.workspaceId, token: token() });
    expect(answer).toMatchObject({ status: 422, body: { code } });
    expect(await storedRow(mia)).toBeNull();
  });

  test('is not kept when Notion does not say whose it is', async () => {
    const instead = () => Response.json({}, { status: 502 });
    notion.faults.next({ method: 'GET', path: /users\/me$/, instead });
    const token = notion.state.makeInternalToken();
    const answer = await call(mia, 'token', { workspaceId: mia.workspaceId, token });
    expect(answer).toMatchObject({ status: 503, body: { code: 'notion_busy' } });
    expect(await storedRow(mia)).toBeNull();
  });

  test('takes the place of a connection, which ends at Notion', async () => {
    await connect(mia);
    const [former] = notion.state.accessTokens.slice(-1);
    const token = notion.state.makeInternalToken({ id: mia.id, name: 'Other Notes' });
    expect((await call(mia, 'token', { workspaceId: mia.workspaceId, token })).status).toBe(200);
    expect(notion.state.accessTokens).not.toContain(former);
    expect(await status(mia)).toMatchObject({ connected: true, workspaceName: 'Other Notes', kind: 'token' });
  });
});

test('the protocol: preflights, unknown actions, wrong methods', async () => {
  const url = `${server.url}/functions/v1/notion-oauth`;
  const preflight = await fetch(`${url}/status`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  expect((await send(server, 'nothing', {})).status).toBe(404);
  expect((await send(server, 'toString', {})).status).toBe(404);
  expect((await send(server, 'initiate')).status).toBe(405);
  expect((await send(server, 'status?workspaceId=x', {})).status).toBe(405);
});
