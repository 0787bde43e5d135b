/** A session is worth no more than its factor: once that is removed, its tokens of the second level count as first. */
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { type TestServer, useTestServer } from '../../support/test-server.ts';
import { administer } from '../admin/operator.ts';
import { newClient, PASSWORD, type SignedUp, send } from '../auth-client.ts';
import { codeOf, type Enrolled, enroll, signUpWithFactor } from './authenticator.ts';

const server = useTestServer();

interface Thief {
  readonly bearer: string;
  readonly factorId: string;
}

/** An account with two apps, and a session elsewhere that was raised with the second one. */
async function stolenApp(): Promise<{ owner: SignedUp & Enrolled; thief: Thief }> {
  const owner = await signUpWithFactor(server());
  const second = await enroll(owner, 'Lost phone');
  const { mfa } = owner.client.auth;
  await mfa.challengeAndVerify({ factorId: second.factorId, code: codeOf(second.secret) });
  const client = newClient(server());
  await client.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
  const raised = await client.auth.mfa.challengeAndVerify({
    factorId: second.factorId,
    code: codeOf(second.secret, 1),
  });
  if (raised.error) throw raised.error;
  // The second app raised the owner's session last; from here on the first one does.
  await mfa.challengeAndVerify({ factorId: owner.factorId, code: codeOf(owner.secret) });
  return { owner, thief: { bearer: raised.data.access_token, factorId: second.factorId } };
}

async function read(at: TestServer, bearer: string, table = 'user_profiles'): Promise<unknown[]> {
  const response = await fetch(`${at.url}/rest/v1/${table}?select=id`, {
    headers: { apikey: at.secrets.publishableKey, authorization: `Bearer ${bearer}` },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as unknown[];
}

function callRpc(name: string, bearer: string, body: object): Promise<Response> {
  return fetch(`${server().url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: server().secrets.publishableKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

/** By a function of the product, which works with its caller's token. */
async function makeAdminLink(bearer: string, organizationId: string): Promise<number> {
  const response = await fetch(`${server().url}/functions/v1/invitations`, {
    method: 'POST',
    headers: {
      apikey: server().secrets.publishableKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ organizationId, emails: ['thief@example.com'], role: 'admin' }),
  });
  return response.status;
}

const removals: [string, (owner: SignedUp, factorId: string) => Promise<unknown>][] = [
  ['its holder', ({ client }, factorId) => client.auth.mfa.unenroll({ factorId })],
  [
    'an operator',
    ({ userId }, factorId) =>
      administer(server(), `/admin/users/${userId}/factors/${factorId}`, { method: 'DELETE' }),
  ],
];

describe.each(removals)('a factor that %s removes', (_who, remove) => {
  test('takes the second step from the tokens it raised, at once', async () => {
    const { owner, thief } = await stolenApp();
    expect(decodeJwt(thief.bearer)).toMatchObject({ aal: 'aal2' });
    expect(await read(server(), thief.bearer)).toHaveLength(1);
    const [organization] = (await read(server(), thief.bearer, 'organizations')) as { id: string }[];
    expect(await makeAdminLink(thief.bearer, organization?.id ?? '')).toBe(200);
    await remove(owner, thief.factorId);

    expect(await read(server(), thief.bearer)).toEqual([]);
    expect(await read(server(), thief.bearer, 'organizations')).toEqual([]);
    expect(await makeAdminLink(thief.bearer, organization?.id ?? '')).not.toBe(200);
    const ended = await callRpc('end_my_session', thief.bearer, {
      session_id: decodeJwt(owner.accessToken).session_id,
    });
    expect(await ended.json()).toBe(false);
    const user = { method: 'PUT', bearer: thief.bearer, body: { data: { display_name: 'Fool' } } };
    expect((await send(server(), '/user', user)).status).toBe(401);
    const { error } = await owner.client.auth.refreshSession();
    expect(error).toBeNull();
    expect(await read(server(), owner.accessToken)).toHaveLength(1);
  });
});

test('the last factor takes the account back to the first level, with its claims', async () => {
  const owner = await signUpWithFactor(server());
  await owner.client.auth.mfa.unenroll({ factorId: owner.factorId });
  // Nothing asks for a second step any more, so the token still reads; but it states the lower level.
  expect(await read(server(), owner.accessToken)).toHaveLength(1);
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `create or replace function public.my_level() returns jsonb language sql as
        $$ select jsonb_build_object('aal', auth.jwt() -> 'aal', 'amr', auth.jwt() -> 'amr') $$`,
    }),
  );
  // The Data API hears of a new function a moment later.
  await expect
    .poll(async () => (await callRpc('my_level', owner.accessToken, {})).json())
    .toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
});

test('a token of the first level gains nothing when its session passes the second step', async () => {
  const owner = await signUpWithFactor(server());
  const client = newClient(server());
  const { data } = await client.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
  const before = data.session?.access_token ?? '';
  expect(await read(server(), before)).toEqual([]);
  const { factorId, secret } = owner;
  const raised = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  expect(await read(server(), before)).toEqual([]);
  expect(await read(server(), raised.data?.access_token ?? '')).toHaveLength(1);
});

test('an administrator’s account with a second factor administers after the second step only', async () => {
  const owner = await signUpWithFactor(server());
  const path = `/admin/users/${owner.userId}`;
  const body = { role: 'service_role' };
  expect((await administer(server(), path, { method: 'PUT', body })).status).toBe(200);
  const { data: raised } = await owner.client.auth.refreshSession();
  const link = (bearer: string) =>
    send(server(), '/admin/generate_link', { bearer, body: { type: 'magiclink', email: owner.email } });
  const bearer = raised.session?.access_token ?? '';
  expect((await link(bearer)).status).toBe(200);
  await administer(server(), `${path}/factors/${owner.factorId}`, { method: 'DELETE' });
  expect((await link(bearer)).status).toBe(200);
  // Another factor is left, but what the removed one raised is not enough.
  const second = await enroll(owner, 'Another');
  const { data } = await owner.client.auth.mfa.challengeAndVerify({
    factorId: second.factorId,
    code: codeOf(second.secret),
  });
  await newClient(server()).auth.signInWithPassword({ email: owner.email, password: PASSWORD });
  const alone = newClient(server());
  const { data: first } = await alone.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
  expect((await link(first.session?.access_token ?? '')).status).toBe(403);
  expect((await link(data?.access_token ?? '')).status).toBe(200);
});
