/** People and workspaces, as an operator finds and changes them. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newAddress, newClient, openLink, PASSWORD, type SignedUp, signUp } from '../auth/auth-client.ts';
import { joined, liveClient } from '../realtime/live-client.ts';
import { type TestServer, useTestServer } from '../support/test-server.ts';
import { ask, askByKey, enter, OPERATOR, SECOND_OPERATOR } from './operators.ts';

const server = useTestServer({ operators: [OPERATOR, SECOND_OPERATOR] });
let ada: SignedUp;
beforeAll(async () => {
  ada = await enter(server());
});
const operate = (path: string, request?: Parameters<typeof ask>[3]) =>
  ask(server(), ada.accessToken, path, request);
const lastAct = async () => (await operate('/acts')).body.acts[0];

async function signIn(email: string) {
  return newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
}

async function membersOf(target: TestServer, text: string, values: readonly unknown[]) {
  return (await target.database.asOwner((transaction) => transaction.query({ text, values }))).rows;
}

async function workspaceOf({ client, userId }: SignedUp): Promise<{ id: string; name: string }> {
  const { data } = await client
    .from('organization_members')
    .select('organizations(id, name)')
    .eq('user_id', userId)
    .single();
  return data?.organizations as unknown as { id: string; name: string };
}

const sockets: ReturnType<typeof liveClient>[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.realtime.disconnect();
});

test('people are found by a part of their address or name, page by page, and by their state', async () => {
  const mark = newAddress().split('@')[0] ?? '';
  for (const number of [1, 2, 3]) await signUp(server(), `${mark}.${number}@example.com`);
  const first = await operate(`/people?search=${mark.toUpperCase()}&per_page=2`);
  const second = await operate(`/people?search=${mark}&per_page=2&page=2`);
  expect([first.body.total, first.body.people.length, second.body.people.length]).toEqual([3, 2, 1]);
  expect(first.body.people[0]).toMatchObject({
    email: `${mark}.3@example.com`,
    sessions: 1,
    workspaces: 1,
    second_step: false,
    is_operator: false,
    is_self: false,
  });
  expect(JSON.stringify(first.body)).not.toContain('argon2');
  expect((await operate(`/people?search=${OPERATOR}`)).body.people).toMatchObject([
    { is_operator: true, is_self: true },
  ]);
  expect((await operate(`/people?search=${mark}&state=suspended`)).body.total).toBe(0);
  // Everything but a search is refused, and a search is only one.
  for (const wrong of ['state=constructor', 'page=0', 'page=x', 'per_page=1000', 'search=%00'])
    expect((await operate(`/people?${wrong}`)).status).toBe(400);
  expect((await operate(`/people?search=${encodeURIComponent("%' or 1=1 --")}`)).body.total).toBe(0);
});

test('a suspended person is out everywhere at once, and in again when they are let in', async () => {
  const eve = await signUp(server());
  const live = liveClient(server());
  sockets.push(live);
  await live.realtime.setAuth(eve.accessToken);
  const channel = live.channel(`workspace:${(await workspaceOf(eve)).id}`, { config: { private: true } });
  const closed = Promise.withResolvers<void>();
  await joined(channel);
  channel.on('system', {}, ({ status }) => status === 'error' && closed.resolve());

  expect((await operate(`/people/${eve.userId}/suspend`, { method: 'POST', body: {} })).status).toBe(200);
  await closed.promise;
  expect((await signIn(eve.email)).error).toMatchObject({ status: 400, code: 'user_banned' });
  expect((await eve.client.auth.refreshSession()).error).not.toBeNull();
  const read = await fetch(`${server().url}/rest/v1/pages?select=id`, {
    headers: { apikey: server().secrets.publishableKey, authorization: `Bearer ${eve.accessToken}` },
  });
  expect(read.status).toBe(401);
  expect(await lastAct()).toMatchObject({ act: 'person_suspended', actor: OPERATOR, target: eve.email });

  await operate(`/people/${eve.userId}/restore`, { method: 'POST' });
  // The old sessions are over for good.
  expect((await ask(server(), eve.accessToken, '')).status).toBe(401);
  expect(await membersOf(server(), 'select from auth.sessions where user_id = $1', [eve.userId])).toEqual([]);
  expect((await signIn(eve.email)).error).toBeNull();
});

test('a suspension for some time ends by itself', async () => {
  const eve = await signUp(server());
  const suspendFor = (duration: string) =>
    operate(`/people/${eve.userId}/suspend`, { method: 'POST', body: { for: duration } });
  for (const wrong of ['soon', '-1h', 'none', '0']) expect((await suspendFor(wrong)).status).toBe(400);
  expect((await signIn(eve.email)).error).toBeNull();
  const isShownSuspended = async () => {
    const { body } = await operate(`/people?search=${eve.email}`);
    return (body.people as { readonly is_suspended: boolean }[]).map((person) => person.is_suspended);
  };
  expect(await isShownSuspended()).toEqual([false]);
  await suspendFor('1h');
  expect(await isShownSuspended()).toEqual([true]);
  await suspendFor('1s');
  expect((await signIn(eve.email)).error?.code).toBe('user_banned');
  await expect.poll(async () => (await signIn(eve.email)).error).toBeNull();
  expect(await isShownSuspended()).toEqual([false]);
});

test('no operator shuts themselves or another one out; the secret key may', async () => {
  const ben = await enter(server(), SECOND_OPERATOR);
  for (const { userId } of [ada, ben]) {
    const body = { workspaces: [] };
    expect((await operate(`/people/${userId}/suspend`, { method: 'POST', body: {} })).status).toBe(422);
    expect((await operate(`/people/${userId}`, { method: 'DELETE', body })).status).toBe(422);
  }
  expect((await operate('/settings')).status).toBe(200);
  await askByKey(server(), `/people/${ben.userId}/suspend`, { method: 'POST', body: {} });
  expect((await ask(server(), ben.accessToken, '')).status).toBe(401);
  expect(await lastAct()).toMatchObject({ act: 'person_suspended', actor: 'secret key' });
});

test('a person is signed out everywhere', async () => {
  const eve = await signUp(server());
  await signIn(eve.email);
  await operate(`/people/${eve.userId}/sign-out`, { method: 'POST' });
  expect((await eve.client.auth.getUser()).error).not.toBeNull();
  expect((await operate(`/people?search=${eve.email}`)).body.people[0].sessions).toBe(0);
  expect((await signIn(eve.email)).error).toBeNull();
});

test('somebody is invited; without a mail server by a link to pass on', async () => {
  const email = newAddress();
  const { body } = await operate('/people', { body: { email: ` ${email.toUpperCase()} ` } });
  // Chats look ahead at links, too, so this one asks for a click.
  expect((await openLink(server(), new URL(body.link))).hash).toContain('access_token=');
  expect((await operate('/people', { body: { email } })).body).toMatchObject({ code: 'email_exists' });
  for (const wrong of ['nobody', 'a@b@c.example', 'x@example.com, y@example.com', ''])
    expect((await operate('/people', { body: { email: wrong } })).status).toBe(400);
  expect(await lastAct()).toMatchObject({ act: 'person_invited', target: email });
});

test('what goes with an account is said, and no more goes than that', async () => {
  const eve = await signUp(server());
  const own = await workspaceOf(eve);
  const heir = await signUp(server());
  const shared = await workspaceOf(heir);
  const sql = (text: string, values: readonly unknown[]) => membersOf(server(), text, values);
  // Eve alone owns what others are in.
  await sql(
    `insert into public.organization_members (organization_id, user_id, role) values ($1, $2, 'owner')`,
    [shared.id, eve.userId],
  );
  await sql(
    `update public.organization_members set role = 'member' where organization_id = $1 and user_id = $2`,
    [shared.id, heir.userId],
  );
  await eve.client.from('pages').insert({ organization_id: own.id, name: 'Plan' });
  const preview = await operate(`/people/${eve.userId}/deletion`);
  expect(preview.body).toHaveLength(2);
  expect(preview.body).toContainEqual({ ...own, fate: 'deleted', pages: 1 });
  expect(preview.body).toContainEqual({ ...shared, fate: 'inherited', pages: 0 });

  const remove = (workspaces: readonly string[]) =>
    operate(`/people/${eve.userId}`, { method: 'DELETE', body: { workspaces } });
  expect((await remove([])).status).toBe(409);
  expect((await remove(['nonsense'])).status).toBe(400);
  expect(await sql('select from auth.users where id = $1', [eve.userId])).toHaveLength(1);
  // Nothing was done, so nothing is in the log.
  expect(await lastAct()).not.toMatchObject({ target: eve.email });

  expect((await remove([own.id])).status).toBe(200);
  expect(await sql('select from auth.users where id = $1', [eve.userId])).toEqual([]);
  expect(await sql('select from public.organizations where id = $1', [own.id])).toEqual([]);
  expect(
    await sql('select role from public.organization_members where organization_id = $1', [shared.id]),
  ).toEqual([{ role: 'owner' }]);
  expect((await operate(`/people/${eve.userId}/suspend`, { method: 'POST', body: {} })).status).toBe(404);
  expect(await lastAct()).toMatchObject({ act: 'person_deleted', target: eve.email, actor: OPERATOR });
});

test('a workspace is closed, opened and deleted, by its name', async () => {
  const eve = await signUp(server());
  const { id, name } = await workspaceOf(eve);
  await eve.client.from('pages').insert({ organization_id: id, name: 'Plan' });
  const found = await operate(`/workspaces?search=${eve.email}`);
  expect(found.body).toMatchObject({
    total: 1,
    workspaces: [{ id, name, status: 'active', members: 1, owners: [eve.email], pages: 1, file_bytes: 0 }],
  });
  const pages = async () => (await eve.client.from('pages').select('name')).data;
  await operate(`/workspaces/${id}/close`, { method: 'POST' });
  expect(await pages()).toEqual([]);
  await operate(`/workspaces/${id}/open`, { method: 'POST' });
  expect(await pages()).toEqual([{ name: 'Plan' }]);
  const remove = (typed: string) => operate(`/workspaces/${id}`, { method: 'DELETE', body: { name: typed } });
  expect((await remove('Another')).status).toBe(409);
  expect(await pages()).toEqual([{ name: 'Plan' }]);
  expect((await remove(name)).status).toBe(200);
  expect((await remove(name)).status).toBe(404);
  const acts = (await operate(`/acts?search=${encodeURIComponent(name)}`)).body.acts;
  expect(acts.map(({ act }: { act: string }) => act)).toEqual([
    'workspace_deleted',
    'workspace_opened',
    'workspace_closed',
  ]);
});
