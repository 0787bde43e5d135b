/**
 * Exchanges a refresh token for its successor, or finds that it was stolen (RFC 9700 section 4.14.2). The rules are
 * Supabase Auth's: a used token is still good for the session's live one while it is that one's direct predecessor
 * (the client lost the answer) or was used up to ten seconds ago (another tab was faster).
 */
import type { Transaction } from '../../../database/database.ts';
import {
  forgetOldTokens,
  insertRefreshToken,
  liveTokenHash,
  readRefreshToken,
  revokeRefreshToken,
  successor,
} from '../store/refresh-tokens.ts';
import { hashToken } from '../store/secret-token.ts';
import { deleteSession, lockSessionOfRefreshToken, type Session } from '../store/sessions.ts';

const REUSE_INTERVAL_S = 10;
// More refreshes than a session can sensibly do within the interval.
const MAX_STEPS = 50;

export type Rotation =
  | { readonly kind: 'rotated'; readonly session: Session; readonly refreshToken: string }
  | { readonly kind: 'unknown' }
  /** The session is gone now, with all its tokens. */
  | { readonly kind: 'reused'; readonly session: Session };

export async function rotateRefreshToken(transaction: Transaction, presented: string): Promise<Rotation> {
  const session = await lockSessionOfRefreshToken(transaction, hashToken(presented));
  const token = session && (await readRefreshToken(transaction, presented));
  if (!session || !token) return { kind: 'unknown' };
  if (!token.revoked) {
    const refreshToken = successor(presented, session);
    await revokeRefreshToken(transaction, presented);
    await insertRefreshToken(transaction, session.id, refreshToken);
    await forgetOldTokens(transaction, session.id);
    return { kind: 'rotated', session, refreshToken };
  }
  const steps = token.age <= REUSE_INTERVAL_S ? MAX_STEPS : 1;
  const live = await liveTokenHash(transaction, session.id);
  const refreshToken = findDescendant(presented, session, { hash: live, steps });
  if (refreshToken !== undefined) return { kind: 'rotated', session, refreshToken };
  await deleteSession(transaction, session.id);
  return { kind: 'reused', session };
}

/** @returns the token with that hash when it descends from the ancestor in at most so many steps */
function findDescendant(
  ancestor: string,
  session: Session,
  { hash, steps }: { readonly hash: string | undefined; readonly steps: number },
): string | undefined {
  let token = ancestor;
  for (let step = 0; step < steps; step++) {
    token = successor(token, session);
    if (hashToken(token) === hash) return token;
  }
  return undefined;
}
