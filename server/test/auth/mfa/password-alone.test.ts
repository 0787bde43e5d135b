/** A stranger who has only the password of an account with two-step verification cannot lock its holder out. */
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { countRows, newClient, openLink, PASSWORD, type RawRequest, send } from '../auth-client.ts';
import { codeOf, type Enrolled, signUpWithFactor } from './authenticator.ts';

const server = useTestServer({ trustProxy: true, auth: { rateLimits: true } });

const HOME = '127.0.0.1';
const ABROAD = '203.0.113.5';

let strangers = 0;
/** An unused client address, with limits of its own. */
const elsewhere = () => `198.51.100.${++strangers}`;

function from(place: string, request: RawRequest = {}): RawRequest {
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': place } };
}

interface SignedIn {
  readonly bearer: string;
  readonly place: string;
}

async function signIn(email: string, place: string): Promise<SignedIn> {
  const body = { email, password: PASSWORD };
  const response = await send(server(), '/token?grant_type=password', from(place, { body }));
  return { bearer: ((await response.json()) as { access_token: string }).access_token, place };
}

/** @returns the error's code; undefined when the code was accepted */
async function tryCode({ factorId }: Enrolled, code: string, { bearer, place }: SignedIn) {
  const path = `/factors/${factorId}`;
  const asked = await send(server(), `${path}/challenge`, from(place, { method: 'POST', bearer }));
  const challenge = (await asked.json()) as { id?: string; error_code?: string };
  if (!challenge.id) return challenge.error_code;
  const body = { challenge_id: challenge.id, code };
  const answer = await send(server(), `${path}/verify`, from(place, { bearer, body }));
  return ((await answer.json()) as { error_code?: string }).error_code;
}

/** Guesses until no attempt is left. */
async function guess(enrolled: Enrolled, attacker: SignedIn): Promise<void> {
  const codes: (string | undefined)[] = [];
  for (let turn = 0; turn < 12; turn++) codes.push(await tryCode(enrolled, '000000', attacker));
  expect(new Set(codes)).toEqual(new Set(['mfa_verification_failed', 'over_request_rate_limit']));
}

describe('wrong codes from elsewhere', () => {
  test('leave attempts to the place where the second step was passed before', async () => {
    const owner = await signUpWithFactor(server());
    const attacker = await signIn(owner.email, elsewhere());
    await guess(owner, attacker);
    expect(await tryCode(owner, codeOf(owner.secret), await signIn(owner.email, HOME))).toBeUndefined();
    // The stranger's limit holds for the stranger, whatever the owner does.
    const again = await signIn(owner.email, attacker.place);
    expect(await tryCode(owner, codeOf(owner.secret, 1), again)).toBe('over_request_rate_limit');
  });

  test('leave attempts to a person who comes by a mailed link, from anywhere', async () => {
    const owner = await signUpWithFactor(server());
    await guess(owner, await signIn(owner.email, elsewhere()));
    expect(await tryCode(owner, codeOf(owner.secret), await signIn(owner.email, ABROAD))).toBe(
      'over_request_rate_limit',
    );
    await send(server(), '/recover', { body: { email: owner.email } });
    const link = await openLink(server(), await server().mailTo(owner.email));
    const bearer = new URLSearchParams(link.hash.slice(1)).get('access_token') ?? '';
    expect(await tryCode(owner, codeOf(owner.secret), { bearer, place: ABROAD })).toBeUndefined();
  });

  test('are as few as wrong codes from a known place', async () => {
    const owner = await signUpWithFactor(server());
    const codes: (string | undefined)[] = [];
    const session = await signIn(owner.email, HOME);
    for (let turn = 0; turn < 11; turn++) codes.push(await tryCode(owner, '000000', session));
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('mfa_verification_failed'));
    expect(codes[10]).toBe('over_request_rate_limit');
  });
});

describe('a session without the second step', () => {
  test.each([
    ['others', 422],
    ['global', 403],
    ['', 403],
  ])('ends no other session by the scope %j', async (scope, status) => {
    const owner = await signUpWithFactor(server());
    const { bearer } = await signIn(owner.email, elsewhere());
    const query = scope === '' ? '' : `?scope=${scope}`;
    const response = await send(server(), `/logout${query}`, { method: 'POST', bearer });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error_code: 'insufficient_aal' });
    expect((await owner.client.auth.refreshSession()).error).toBeNull();
    const sessions = 'select from auth.sessions where user_id = $1';
    expect(await countRows(server(), sessions, [owner.userId])).toBe(2);
  });

  test('ends itself', async () => {
    const owner = await signUpWithFactor(server());
    const { bearer } = await signIn(owner.email, elsewhere());
    expect((await send(server(), '/logout?scope=local', { method: 'POST', bearer })).status).toBe(204);
    expect((await send(server(), '/user', { bearer })).status).toBe(403);
  });

  test('ends no other by the product’s function either', async () => {
    const owner = await signUpWithFactor(server());
    const attacker = newClient(server());
    await attacker.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
    const { data } = await owner.client.rpc('list_my_sessions');
    for (const { id } of data)
      expect((await attacker.rpc('end_my_session', { session_id: id })).data).toBe(false);
    expect((await owner.client.auth.refreshSession()).error).toBeNull();
  });
});

test('after the second step, other sessions end by one request', async () => {
  const owner = await signUpWithFactor(server());
  const { bearer } = await signIn(owner.email, elsewhere());
  expect((await owner.client.auth.signOut({ scope: 'others' })).error).toBeNull();
  expect((await send(server(), '/user', { bearer })).status).toBe(403);
});
