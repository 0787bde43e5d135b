/** The token that server functions use for a workspace: the next one in time, got once, and never lost. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  accessToken,
  NotionConnectionError,
  withNotion,
} from '../../../../supabase/functions/_shared/notion/connection.ts';
import { putConnection } from '../../../../supabase/functions/_shared/notion/connections.ts';
import { NotionRequests } from '../../../../supabase/functions/notion-sync/notion/requests.ts';
import { functionEnvironment } from '../../../src/protocols/functions/function-environment.ts';
import { type Person, signUp } from '../../product/people.ts';
import { takeLogged } from '../../support/runner/logged.ts';
import { useNotionApp } from './notion-app.ts';

const CONNECTION = new URL('../../../../supabase/functions/_shared/notion/connection.ts', import.meta.url)
  .href;
const before = { ...process.env };

const { notion, server, operator, mia } = useNotionApp();

afterAll(() => {
  process.env = before;
});

beforeEach(async () => {
  // Here, this process is one that the server would have started.
  Object.assign(process.env, functionEnvironment(server().config, server().secrets));
  notion().state.endEverything();
  notion().state.expiresIn = undefined;
  await connect(mia());
});

/** As the callback does. */
async function connect({ id, workspaceId }: Person): Promise<void> {
  const { clientId } = notion().state.app;
  const granted = notion().state.redeemCode(notion().state.allow(clientId, 'here'), 'here');
  if (!granted) throw new Error('no grant');
  const { workspace, botId } = granted.grant;
  const { expiresIn } = notion().state;
  await putConnection(
    workspaceId,
    'oauth',
    { ...workspace, icon: undefined, botId },
    {
      accessToken: granted.accessToken,
      refreshToken: granted.refreshToken,
      expiresAt: expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn * 1000).toISOString(),
    },
    id,
  );
}

async function row() {
  const { data } = await operator()
    .from('notion_connections')
    .select()
    .eq('organization_id', mia().workspaceId)
    .maybeSingle();
  return data;
}

async function disconnect(): Promise<unknown> {
  const { data, error } = await mia().client.functions.invoke('notion-oauth/disconnect', {
    body: { workspaceId: mia().workspaceId },
  });
  if (error) throw error;
  return data;
}

async function statusOf(person: Person): Promise<unknown> {
  const { data } = await person.client.functions.invoke(
    `notion-oauth/status?workspaceId=${person.workspaceId}`,
    { method: 'GET' },
  );
  return data.data;
}

const me = () => withNotion(mia().workspaceId, (client) => client.users.me({}));
const refreshes = () => notion().requests.filter(({ path }) => path === '/v1/oauth/token').length;

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('It worked.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NotionConnectionError)) throw error;
  return error.problem;
}

test('a stored token is used as long as Notion takes it', async () => {
  const asked = refreshes();
  expect(notion().state.accessTokens).toEqual([await accessToken(mia().workspaceId)]);
  expect(await me()).toMatchObject({ type: 'bot' });
  expect(refreshes()).toBe(asked);
});

test('a refused token is replaced, and so is the one after that', async () => {
  for (let round = 0; round < 3; round++) {
    const { token_id: former } = await row();
    notion().state.endAccessTokens();
    expect(await me()).toMatchObject({ type: 'bot' });
    const now = await row();
    expect(now.token_id).not.toBe(former);
    expect(now).toMatchObject({ status: 'connected', refreshing_until: null });
    expect(notion().state.accessTokens).toEqual([await accessToken(mia().workspaceId)]);
  }
});

test('a token is replaced before the end that Notion announces', async () => {
  notion().state.expiresIn = 30;
  await connect(mia());
  notion().state.expiresIn = 3600;
  const asked = refreshes();
  const token = await accessToken(mia().workspaceId);
  expect(notion().state.accessTokens).toContain(token);
  expect(await accessToken(mia().workspaceId)).toBe(token);
  expect(refreshes()).toBe(asked + 1);
});

test('many callers in several processes replace a token once', async () => {
  const stale = await accessToken(mia().workspaceId);
  notion().state.endAccessTokens();
  const asked = refreshes();
  const ask = `import { accessToken } from ${JSON.stringify(CONNECTION)};
    const ask = () => accessToken(${JSON.stringify(mia().workspaceId)}, ${JSON.stringify(stale)});
    console.log(JSON.stringify(await Promise.all([ask(), ask(), ask()])));`;
  const run = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ask]);
    return JSON.parse(stdout) as string[];
  };
  const here = () => accessToken(mia().workspaceId, stale);
  const tokens = [...(await Promise.all([run(), run()])).flat(), ...(await Promise.all([here(), here()]))];
  expect(new Set(tokens)).toEqual(new Set(notion().state.accessTokens));
  expect(tokens).toHaveLength(8);
  expect(refreshes()).toBe(asked + 1);
});

test('a request takes its turn among all others, and so does its second try', async () => {
  await operator()
    .from('notion_request_budgets')
    .upsert({
      organization_id: mia().workspaceId,
      // Spends the budget's burst.
      spent_until: new Date(Date.now() + 12_000).toISOString(),
    });
  notion().state.endAccessTokens();
  const start = Date.now();
  const requests = new NotionRequests(mia().workspaceId, start + 30_000);
  expect(await requests.read((client) => client.users.me({}))).toMatchObject({ type: 'bot' });
  const times = notion()
    .requests.filter(({ at, path }) => at >= start && path === '/v1/users/me')
    .map(({ at }) => at);
  expect(times).toHaveLength(2);
  // The second turn is 400 ms after the first one, whenever the first was asked with.
  expect((times[1] ?? 0) - start).toBeGreaterThanOrEqual(700);
});

test('a caller waits while another one replaces the token', async () => {
  const stale = await accessToken(mia().workspaceId);
  const asked = refreshes();
  let second: Promise<string> | undefined;
  notion().faults.next({
    method: 'POST',
    path: /oauth\/token$/,
    meanwhile: async () => {
      second = accessToken(mia().workspaceId, stale);
      await new Promise((resolve) => setTimeout(resolve, 600));
    },
  });
  const first = await accessToken(mia().workspaceId, stale);
  expect(await second).toBe(first);
  expect(refreshes()).toBe(asked + 1);
});

test('no token is left when Notion has ended the connection, and everybody is told', async () => {
  notion().state.endEverything();
  expect(await problemOf(me())).toBe('refused');
  expect(await statusOf(mia())).toMatchObject({ connected: true, needsReconnect: true });
  const asked = notion().requests.length;
  expect(await problemOf(me())).toBe('refused');
  expect(notion().requests.length).toBe(asked);
  await connect(mia());
  expect(await statusOf(mia())).toMatchObject({ connected: true, needsReconnect: false });
  expect(await me()).toMatchObject({ type: 'bot' });
});

test.each([
  ['is busy', () => Response.json({}, { status: 503 })],
  ['does not know the app', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
])('a new token comes later when Notion %s', async (_name, instead) => {
  notion().state.endAccessTokens();
  notion().faults.next({ method: 'POST', path: /oauth\/token$/, instead });
  expect(await problemOf(me())).toBe('unavailable');
  expect(takeLogged()).toEqual([expect.stringContaining('A token of Notion could not be refreshed.')]);
  expect(await row()).toMatchObject({ status: 'connected', refreshing_until: null });
  expect(await me()).toMatchObject({ type: 'bot' });
});

test.each([
  ['before Notion gave it', { meanwhile: () => disconnect() }],
  [
    'before it arrived',
    {
      afterwards: async (answer: Response) => {
        await disconnect();
        return answer;
      },
    },
  ],
])('a new token is ended when the workspace was disconnected %s', async (_name, fault) => {
  notion().state.endAccessTokens();
  notion().faults.next({ method: 'POST', path: /oauth\/token$/, ...fault });
  expect(await problemOf(me())).toBe('not-connected');
  expect(await row()).toBeNull();
  expect(notion().state.accessTokens).toEqual([]);
});

test('a disconnection also ends a token that was replaced meanwhile', async () => {
  const stale = await accessToken(mia().workspaceId);
  notion().faults.next({
    method: 'POST',
    path: /oauth\/revoke$/,
    meanwhile: () => accessToken(mia().workspaceId, stale),
  });
  expect(await disconnect()).toEqual({ data: { connected: false, revoked: true } });
  expect(await row()).toBeNull();
  expect(notion().state.accessTokens).toEqual([]);
});

test('a pasted token cannot be replaced by another', async () => {
  const token = notion().state.makeInternalToken();
  const { error } = await mia().client.functions.invoke('notion-oauth/token', {
    body: { workspaceId: mia().workspaceId, token },
  });
  expect(error).toBeNull();
  expect(await accessToken(mia().workspaceId)).toBe(token);
  notion().state.endAccessTokens();
  expect(await problemOf(me())).toBe('refused');
  expect(await statusOf(mia())).toMatchObject({ connected: true, kind: 'token', needsReconnect: true });
});

test('a token moves to a new encryption key, and without its key asks for a new connection', async () => {
  const old = String(process.env.ENCRYPTION_KEY);
  const next = randomBytes(32).toString('base64');
  const token = await accessToken(mia().workspaceId);
  const { access_token: sealed } = await row();

  process.env.ENCRYPTION_KEY = `${next},${old}`;
  expect(await accessToken(mia().workspaceId)).toBe(token);
  expect((await row()).access_token).not.toBe(sealed);
  process.env.ENCRYPTION_KEY = next;
  expect(await accessToken(mia().workspaceId)).toBe(token);
  expect(await me()).toMatchObject({ type: 'bot' });

  process.env.ENCRYPTION_KEY = old;
  expect(await problemOf(accessToken(mia().workspaceId))).toBe('refused');
  expect(takeLogged()).toEqual([expect.stringContaining('encrypted with an unknown key')]);
  // The server has the old key alone.
  expect(await statusOf(mia())).toMatchObject({ connected: true, needsReconnect: true });
  expect(await disconnect()).toEqual({ data: { connected: false, revoked: false } });
  expect(await row()).toBeNull();
});

test('a token opens in its own place only', async () => {
  const ann = await signUp(server(), 'Ann');
  await connect(ann);
  const { access_token } = await row();
  await operator().from('notion_connections').update({ access_token }).eq('organization_id', ann.workspaceId);
  expect(await problemOf(accessToken(ann.workspaceId))).toBe('refused');
  expect(takeLogged()).toEqual([expect.stringContaining('cannot be decrypted')]);
});

test('a workspace without a connection has no token', async () => {
  const ann = await signUp(server(), 'Ann');
  expect(await problemOf(accessToken(ann.workspaceId))).toBe('not-connected');
});
