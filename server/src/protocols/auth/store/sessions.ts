/** Who is signed in where: the rows of auth.sessions with what hangs on them. */
import type { Transaction } from '../../../database/database.ts';

export interface Session {
  readonly id: string;
  readonly user_id: string;
  readonly aal: string;
  /** Turns a refresh token into its successor (store/refresh-tokens.ts). */
  readonly refresh_token_hmac_key: string;
}

export interface AmrClaim {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

const COLUMNS = 'id, user_id, aal, refresh_token_hmac_key';
const MAX_USER_AGENT = 512;

export async function insertSession(
  transaction: Transaction,
  session: { readonly userId: string; readonly key: string; readonly userAgent: string | undefined },
): Promise<Session> {
  const { rows } = await transaction.query<Session>({
    text: `insert into auth.sessions (user_id, refresh_token_hmac_key, user_agent) values ($1, $2, $3)
      returning ${COLUMNS}`,
    values: [session.userId, session.key, session.userAgent?.slice(0, MAX_USER_AGENT) ?? null],
  });
  if (!rows[0]) throw new Error('An insert returned no row.');
  return rows[0];
}

/** Makes every other refresh of the session wait until the transaction ends. */
export async function lockSessionOfRefreshToken(
  transaction: Transaction,
  tokenHash: string,
): Promise<Session | undefined> {
  const { rows } = await transaction.query<Session>({
    name: 'auth_lock_session',
    text: `select ${COLUMNS} from auth.sessions
      where id = (select session_id from auth.refresh_tokens where token_hash = $1)
      for update`,
    values: [tokenHash],
  });
  return rows[0];
}

export async function markRefreshed(
  transaction: Transaction,
  id: string,
  userAgent: string | undefined,
): Promise<void> {
  await transaction.query({
    text: 'update auth.sessions set refreshed_at = now(), updated_at = now(), user_agent = $2 where id = $1',
    values: [id, userAgent?.slice(0, MAX_USER_AGENT) ?? null],
  });
}

export async function sessionExists(
  transaction: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'auth_session_exists',
    text: 'select 1 from auth.sessions where id = $1 and user_id = $2',
    values: [sessionId, userId],
  });
  return rowCount > 0;
}

export async function deleteSession(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({ text: 'delete from auth.sessions where id = $1', values: [id] });
}

export async function deleteSessionsOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({ text: 'delete from auth.sessions where user_id = $1', values: [userId] });
}

export async function deleteOtherSessions(
  transaction: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await transaction.query({
    text: 'delete from auth.sessions where user_id = $1 and id <> $2',
    values: [userId, sessionId],
  });
}

export async function addAmrClaim(transaction: Transaction, id: string, method: string): Promise<void> {
  await transaction.query({
    text: 'insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)',
    values: [id, method],
  });
}

/** @returns how the session's holder signed in, the latest first */
export async function listAmrClaims(transaction: Transaction, id: string): Promise<readonly AmrClaim[]> {
  const { rows } = await transaction.query<{ method: string; at: Date }>({
    text: `select authentication_method as method, updated_at as at
      from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    values: [id],
  });
  return rows.map(({ method, at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) }));
}
