/**
 * Backups on the operator's page: made, listed, and downloaded by an operator who has just signed in, and by nobody
 * else.
 */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createEncryption } from '../../src/encryption/encryption.ts';
import { newClient, PASSWORD, signUp } from '../auth/auth-client.ts';
import { useTestServer } from '../support/test-server.ts';
import { ask, enter, OPERATOR, SECOND_OPERATOR } from './operators.ts';

const server = useTestServer({ operators: [OPERATOR, SECOND_OPERATOR] });

const sessionOf = (accessToken: string) => decodeJwt(accessToken).session_id;

/** As the operator whose account there is already. */
async function signInAgain(): Promise<{ accessToken: string; userId: string }> {
  const client = newClient(server());
  const { data, error } = await client.auth.signInWithPassword({ email: OPERATOR, password: PASSWORD });
  if (error) throw error;
  return { accessToken: data.session.access_token, userId: data.user.id };
}

const backupsAs = async (bearer: string) => (await ask(server(), bearer, '')).body.backups;

async function makeBackup(bearer: string): Promise<string> {
  const { status, body } = await ask(server(), bearer, '/backup', { method: 'POST' });
  expect(status).toBe(202);
  await expect.poll(async () => (await backupsAs(bearer)).last?.id).toBe(body.id);
  return body.id;
}

/** @returns the cookie that permits one download; undefined when it is refused */
async function permit(bearer: string, id: string) {
  const response = await fetch(`${server().url}/operator/v1/backup/${id}/archive`, {
    method: 'POST',
    headers: { apikey: server().secrets.publishableKey, authorization: `Bearer ${bearer}` },
  });
  const [cookie] = response.headers.getSetCookie();
  return { status: response.status, body: await response.json(), cookie };
}

async function download(cookie: string | undefined) {
  const headers = cookie === undefined ? {} : { cookie: cookie.split(';')[0] ?? '' };
  const response = await fetch(`${server().url}/operator/v1/archive`, { headers });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

const seal = (permission: object) =>
  createEncryption(server().secrets.encryptionKeys).encrypt(
    JSON.stringify(permission),
    'download of a backup',
  );

const owner = (text: string, values: readonly unknown[] = []) =>
  server().database.asOwner((transaction) => transaction.query({ text, values }));

test('a backup is made, told of, and downloaded with a permission for this browser', async () => {
  const ada = await enter(server());
  expect(await backupsAs(ada.accessToken)).toEqual({ last: null, under_way: false, problem: null });
  const id = await makeBackup(ada.accessToken);
  const { last, under_way, problem } = await backupsAs(ada.accessToken);
  expect([under_way, problem]).toEqual([false, null]);
  const { status, cookie } = await permit(ada.accessToken, id);
  expect(status).toBe(200);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  const { headers, bytes } = await download(cookie);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${last.name}"`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.getSetCookie()[0]).toMatch(/^trellis-archive=; Max-Age=0/);
  expect(bytes.byteLength).toBe(last.bytes);
  expect((await download(cookie)).status, 'a copy of the cookie').toBe(404);
  const { acts } = (await ask(server(), ada.accessToken, '/acts')).body;
  expect(acts[0]).toMatchObject({ actor: OPERATOR, act: 'backup_fetched', target: last.name });
});

test('nobody else has an archive, and no permission outlives its session or a minute', async () => {
  const ben = await enter(server(), SECOND_OPERATOR);
  const id = await makeBackup(ben.accessToken);
  const eve = await signUp(server());
  expect((await permit(eve.accessToken, id)).status).toBe(404);
  expect((await permit(ben.accessToken, crypto.randomUUID())).body.code).toBe('not_found');
  const refused = async (cookie: string | undefined) => expect((await download(cookie)).status).toBe(404);
  await refused(undefined);
  await refused('trellis-archive=forged');
  const permitted = async (permission: object, seconds = 60) => {
    const { rows } = await owner(
      `insert into trellis_server.archive_permits values (gen_random_uuid(), now() + make_interval(secs => $1))
        returning id`,
      [seconds],
    );
    return `trellis-archive=${seal({ ...rows[0], ...permission })}`;
  };
  const permission = { backup: id, userId: ben.userId, sessionId: sessionOf(ben.accessToken) };
  await refused(await permitted(permission, -1));
  await refused(await permitted({ ...permission, id: crypto.randomUUID() }));
  await refused(await permitted({ ...permission, userId: eve.userId }));
  expect((await download(await permitted(permission))).status).toBe(200);

  const { cookie } = await permit(ben.accessToken, id);
  await owner('delete from auth.sessions where user_id = $1', [ben.userId]);
  await refused(cookie);
});

test('a session from more than an hour ago gets no archive', async () => {
  const { accessToken, userId } = await signInAgain();
  const id = await makeBackup(accessToken);
  await owner(`update auth.sessions set created_at = now() - interval '61 minutes' where user_id = $1`, [
    userId,
  ]);
  const { status, body, cookie } = await permit(accessToken, id);
  expect([status, cookie]).toEqual([422, undefined]);
  expect(body.message).toContain('a sign-in from the last hour');
});

test('a backup that failed is told until another one is complete', async () => {
  const { accessToken } = await signInAgain();
  await owner(`insert into trellis_server.backups
      (is_scheduled, place, name, release, alive_until, finished_at, problem, started_at)
    values (true, '/b', 'b', '1', now(), now(), 'the disk is full', now() + interval '1 second')`);
  expect((await backupsAs(accessToken)).problem).toBe('the disk is full');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await makeBackup(accessToken);
  expect((await backupsAs(accessToken)).problem).toBeNull();
});
