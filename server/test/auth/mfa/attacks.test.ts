import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { countRows, send, signUp } from '../auth-client.ts';
import { codeOf, type Enrolled, enroll, signUpWithFactor } from './authenticator.ts';

const server = useTestServer({ trustProxy: true });
const limited = useTestServer({ auth: { rateLimits: true } });

interface Attempt {
  readonly bearer: string;
  readonly from?: string;
}

function headersOf({ bearer, from = '192.0.2.1' }: Attempt) {
  return { bearer, headers: { 'x-forwarded-for': from } };
}

async function challenge(factorId: string, attempt: Attempt): Promise<string> {
  const request = { method: 'POST', ...headersOf(attempt) };
  const response = await send(server(), `/factors/${factorId}/challenge`, request);
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

function verify(factorId: string, body: object, attempt: Attempt): Promise<Response> {
  return send(server(), `/factors/${factorId}/verify`, { body, ...headersOf(attempt) });
}

async function errorOf(response: Response): Promise<unknown> {
  const { code, error_code } = (await response.json()) as { code: number; error_code: string };
  return [code, error_code];
}

/** An account on the first level with a factor to be verified, and a challenge for it. */
async function challenged(): Promise<Enrolled & { bearer: string; challengeId: string; userId: string }> {
  const person = await signUp(server());
  const enrolled = await enroll(person);
  const { accessToken: bearer, userId } = person;
  return { ...enrolled, bearer, userId, challengeId: await challenge(enrolled.factorId, { bearer }) };
}

describe('a code', () => {
  test('is refused when it is wrong, and raises nothing', async () => {
    const { factorId, challengeId, secret, bearer, userId } = await challenged();
    const right = codeOf(secret);
    const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0');
    for (const code of [wrong, codeOf(secret, 3), codeOf(secret, -3), ` ${right}`, `${right}0`, '000']) {
      const response = await verify(factorId, { challenge_id: challengeId, code }, { bearer });
      expect(await errorOf(response)).toEqual([422, 'mfa_verification_failed']);
    }
    const raised = `select from auth.sessions where user_id = $1 and aal <> 'aal1'`;
    expect(await countRows(server(), raised, [userId])).toBe(0);
    // The challenge is still open for the right code.
    expect((await verify(factorId, { challenge_id: challengeId, code: right }, { bearer })).status).toBe(200);
  });

  test('works once, also for another challenge, and voids the ones before it', async () => {
    const { factorId, challengeId, secret, bearer } = await challenged();
    const code = codeOf(secret);
    expect((await verify(factorId, { challenge_id: challengeId, code }, { bearer })).status).toBe(200);
    for (const replayed of [code, codeOf(secret, -1)]) {
      const again = await challenge(factorId, { bearer });
      const response = await verify(factorId, { challenge_id: again, code: replayed }, { bearer });
      expect(await errorOf(response)).toEqual([422, 'mfa_verification_failed']);
    }
    const next = await challenge(factorId, { bearer });
    const fresh = await verify(factorId, { challenge_id: next, code: codeOf(secret, 1) }, { bearer });
    expect(fresh.status).toBe(200);
  });

  test('works once when it comes twice at the same time', async () => {
    const { factorId, secret, bearer, challengeId } = await challenged();
    const other = await challenge(factorId, { bearer });
    const code = codeOf(secret);
    const answers = await Promise.all(
      [challengeId, other].map((id) => verify(factorId, { challenge_id: id, code }, { bearer })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('can be guessed ten times, and then even the right one is refused', async () => {
    const person = await signUp(limited());
    const { factorId, secret } = await enroll(person);
    const { mfa } = person.client.auth;
    const answers: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      const { error } = await mfa.challengeAndVerify({ factorId, code: '000000' });
      answers.push(error?.code);
    }
    expect(new Set(answers.slice(0, 10))).toEqual(new Set(['mfa_verification_failed']));
    expect(answers[10]).toBe('over_request_rate_limit');
    // Not even the right one now.
    const { error } = await mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });
});

describe('a challenge', () => {
  test('is answered once', async () => {
    const { factorId, challengeId, secret, bearer } = await challenged();
    await verify(factorId, { challenge_id: challengeId, code: codeOf(secret) }, { bearer });
    const again = await verify(factorId, { challenge_id: challengeId, code: codeOf(secret, 1) }, { bearer });
    expect(await errorOf(again)).toEqual([422, 'mfa_ip_address_mismatch']);
  });

  test('is answered from the address that asked for it', async () => {
    const { factorId, challengeId, secret, bearer } = await challenged();
    const body = { challenge_id: challengeId, code: codeOf(secret) };
    const elsewhere = await verify(factorId, body, { bearer, from: '198.51.100.7' });
    expect(await errorOf(elsewhere)).toEqual([422, 'mfa_ip_address_mismatch']);
    expect((await verify(factorId, body, { bearer })).status).toBe(200);
  });

  test('can be asked for only so often', async () => {
    const person = await signUp(limited());
    const { factorId } = await enroll(person);
    const { mfa } = person.client.auth;
    for (let time = 0; time < 30; time++) expect((await mfa.challenge({ factorId })).error).toBeNull();
    const { error } = await mfa.challenge({ factorId });
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });

  test('expires', async () => {
    const { factorId, challengeId, secret, bearer } = await challenged();
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`,
        values: [challengeId],
      }),
    );
    const response = await verify(factorId, { challenge_id: challengeId, code: codeOf(secret) }, { bearer });
    expect(await errorOf(response)).toEqual([422, 'mfa_challenge_expired']);
  });

  test('does not open another factor', async () => {
    const [one, two] = await Promise.all([challenged(), challenged()]);
    const body = { challenge_id: two.challengeId, code: codeOf(one.secret) };
    const response = await verify(one.factorId, body, { bearer: one.bearer });
    expect(await errorOf(response)).toEqual([422, 'mfa_factor_not_found']);
  });
});

describe("another person's factor", () => {
  test('does not exist', async () => {
    const victim = await signUpWithFactor(server());
    const { accessToken: bearer } = await signUp(server());
    const path = `/factors/${victim.factorId}`;
    const attempts = [
      send(server(), `${path}/challenge`, { method: 'POST', bearer }),
      send(server(), `${path}/verify`, {
        bearer,
        body: { challenge_id: victim.factorId, code: codeOf(victim.secret) },
      }),
      send(server(), path, { method: 'DELETE', bearer }),
    ];
    for (const response of await Promise.all(attempts))
      expect(await errorOf(response)).toEqual([404, 'mfa_factor_not_found']);
    expect(await countRows(server(), 'select from auth.mfa_factors where id = $1', [victim.factorId])).toBe(
      1,
    );
  });

  test('is closed without a token, and to the application’s key alone', async () => {
    const { factorId } = await signUpWithFactor(server());
    const none = await send(server(), `/factors/${factorId}`, { method: 'DELETE' });
    expect(await errorOf(none)).toEqual([401, 'no_authorization']);
    const key = server().secrets.publishableKey;
    const keyOnly = await send(server(), `/factors/${factorId}`, { method: 'DELETE', bearer: key });
    expect(await errorOf(keyOnly)).toEqual([403, 'bad_jwt']);
  });
});

test.each([
  ['/factors/1', 'DELETE', undefined, 404],
  ["/factors/'%20or%20true--/challenge", 'POST', undefined, 404],
  ['/factors/00000000-0000-4000-8000-000000000000/verify', 'POST', { code: '' }, 400],
  ['/factors/00000000-0000-4000-8000-000000000000/verify', 'POST', { code: '1', challenge_id: 'x' }, 400],
])('%s with %s and %j is refused in the protocol’s words', async (path, method, body, status) => {
  const { accessToken: bearer } = await signUp(server());
  const response = await send(server(), path, { method, bearer, ...(body ? { body } : {}) });
  expect(await errorOf(response)).toEqual([status, 'validation_failed']);
});
