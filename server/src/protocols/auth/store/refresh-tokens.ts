/**
 * Refresh tokens: opaque, each good for one use, and stored as their SHA-256 only.
 *
 * A token's successor is computed from it with the session's key. So a client that lost the answer to its refresh, or
 * a second tab that refreshes at the same moment, can be given the same successor again although nobody stored it: a
 * session has exactly one live token at any time. The database alone yields no token, as the key needs the
 * predecessor; a stolen token alone yields no successor, as that needs the key.
 */
import { createHmac } from 'node:crypto';
import type { Transaction } from '../../../database/database.ts';
import { hashToken } from './secret-token.ts';
import type { Session } from './sessions.ts';

// A session has as many in six weeks of an app that is always open.
const MOST_TOKENS = 1000;

export interface RefreshToken {
  readonly revoked: boolean;
  /** Seconds since its last change; for a revoked token, since its use. */
  readonly age: number;
}

export function successor(token: string, session: Session): string {
  return createHmac('sha256', session.refresh_token_hmac_key).update(token).digest('base64url');
}

export async function insertRefreshToken(
  transaction: Transaction,
  sessionId: string,
  token: string,
): Promise<void> {
  await transaction.query({
    text: 'insert into auth.refresh_tokens (session_id, token_hash) values ($1, $2)',
    values: [sessionId, hashToken(token)],
  });
}

/**
 * Deletes the session's oldest tokens where there are very many: used so long ago, one is only unknown when it comes again. Call with
 * the session locked.
 */
export async function forgetOldTokens(transaction: Transaction, sessionId: string): Promise<void> {
  await transaction.query({
    name: 'auth_forget_old_tokens',
    text: `delete from auth.refresh_tokens where session_id = $1 and id <=
      (select id from auth.refresh_tokens where session_id = $1 order by id desc offset ${MOST_TOKENS} limit 1)`,
    values: [sessionId],
  });
}

/** @returns the token as it is now; to be called with the session locked */
export async function readRefreshToken(
  transaction: Transaction,
  token: string,
): Promise<RefreshToken | undefined> {
  const { rows } = await transaction.query<{ revoked: boolean; age: string }>({
    text: `select revoked, extract(epoch from clock_timestamp() - updated_at) as age
      from auth.refresh_tokens where token_hash = $1`,
    values: [hashToken(token)],
  });
  return rows[0] && { revoked: rows[0].revoked, age: Number(rows[0].age) };
}

export async function revokeRefreshToken(transaction: Transaction, token: string): Promise<void> {
  await transaction.query({
    text: `update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token_hash = $1`,
    values: [hashToken(token)],
  });
}

/** Deletes the session's live token: it counts as unknown from now on. Call with the session locked. */
export async function forgetLiveToken(transaction: Transaction, sessionId: string): Promise<void> {
  await transaction.query({
    text: 'delete from auth.refresh_tokens where session_id = $1 and not revoked',
    values: [sessionId],
  });
}

/** @returns the hash of the session's one live token */
export async function liveTokenHash(
  transaction: Transaction,
  sessionId: string,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ token_hash: string }>({
    text: 'select token_hash from auth.refresh_tokens where session_id = $1 and not revoked',
    values: [sessionId],
  });
  return rows[0]?.token_hash;
}
