import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { countRows, newClient, send, signUp } from './auth-client.ts';

const server = useTestServer();

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

function refresh(refresh_token: unknown): Promise<Response> {
  return send(server(), '/token?grant_type=refresh_token', { body: { refresh_token } });
}

async function refreshed(refreshToken: string): Promise<Tokens> {
  const response = await refresh(refreshToken);
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

/** Lets the session's tokens have been used longer ago than a used token is forgiven. */
async function passReuseInterval(userId: string): Promise<void> {
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [userId],
    }),
  );
}

describe('refreshing', () => {
  test('gives new tokens for the same session', async () => {
    const { client, accessToken, refreshToken, userId } = await signUp(server());
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(refreshToken);
    expect(data.user?.id).toBe(userId);
    const [before, after] = [accessToken, data.session?.access_token ?? ''].map((token) => decodeJwt(token));
    expect(after?.session_id).toBe(before?.session_id);
    expect(after?.amr).toEqual(before?.amr);
  });

  test('leaves one live token per session', async () => {
    const { refreshToken, userId } = await signUp(server());
    const second = await refreshed(refreshToken);
    await refreshed(second.refresh_token);
    const live = `select from auth.refresh_tokens join auth.sessions s on s.id = session_id
      where s.user_id = $1 and not revoked`;
    expect(await countRows(server(), live, [userId])).toBe(1);
  });

  test('forgets tokens that were used a thousand refreshes ago', async () => {
    const { refreshToken, userId } = await signUp(server());
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `insert into auth.refresh_tokens (session_id, token_hash, revoked)
          select id, id::text || n, true from auth.sessions, generate_series(1, 1000) as n where user_id = $1`,
        values: [userId],
      }),
    );
    const own =
      'select from auth.refresh_tokens join auth.sessions s on s.id = session_id where s.user_id = $1';
    await refreshed((await refreshed(refreshToken)).refresh_token);
    expect(await countRows(server(), own, [userId])).toBe(1000);
    // The first token is the oldest, and two more make room for its successors.
    expect(await countRows(server(), `${own} and token_hash like s.id::text || '%'`, [userId])).toBe(998);
  });

  test('at the same time gives everyone the same live token', async () => {
    const { refreshToken } = await signUp(server());
    const answers = await Promise.all(Array.from({ length: 8 }, () => refreshed(refreshToken)));
    const tokens = new Set(answers.map(({ refresh_token }) => refresh_token));
    expect(tokens.size).toBe(1);
    const [live] = tokens;
    await refreshed(live ?? '');
  });

  test('gives the same answer again to a client that lost it, however late', async () => {
    const { refreshToken, userId } = await signUp(server());
    const lost = await refreshed(refreshToken);
    await passReuseInterval(userId);
    expect((await refreshed(refreshToken)).refresh_token).toBe(lost.refresh_token);
  });

  test('lets a tab catch up that is several refreshes behind, within ten seconds', async () => {
    const { refreshToken } = await signUp(server());
    let live = refreshToken;
    for (let turn = 0; turn < 3; turn++) live = (await refreshed(live)).refresh_token;
    expect((await refreshed(refreshToken)).refresh_token).toBe(live);
  });

  test('with a token that was used long ago ends the session and reports it', async () => {
    const { refreshToken, userId } = await signUp(server());
    const elsewhere = await signUp(server());
    const second = await refreshed(refreshToken);
    const third = await refreshed(second.refresh_token);
    await passReuseInterval(userId);

    const reused = await newClient(server()).auth.refreshSession({ refresh_token: refreshToken });
    expect(reused.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect(reused.error?.message).toBe('Invalid Refresh Token: Already Used');
    for (const token of [refreshToken, second.refresh_token, third.refresh_token])
      expect((await refresh(token)).status).toBe(400);
    expect((await send(server(), '/user', { bearer: third.access_token })).status).toBe(403);
    expect(server().observations).toContainEqual({
      kind: 'refresh-token-reused',
      userId,
      sessionId: decodeJwt(third.access_token).session_id,
    });
    await refreshed(elsewhere.refreshToken);
  });

  test.each([
    ['unknown', 'a'.repeat(43), 'refresh_token_not_found'],
    ['short', 'abc', 'validation_failed'],
    ['empty', '', 'validation_failed'],
    ['absent', undefined, 'validation_failed'],
    ['no text', 5, 'bad_json'],
  ])('refuses a token that is %s', async (_name, token, code) => {
    const response = await refresh(token);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: code });
  });
});
