/** Sessions: the rows of auth.sessions with their claims. */
import type { Transaction } from '../../../database/database.ts';

/** The client of a request that started a session. */
export interface Client {
  /** Empty when it is not known. */
  readonly address: string;
  /** Lets the account's holder recognise the device. */
  readonly userAgent: string | undefined;
}

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
// Nobody has as many devices, and each sign-in with the right password adds one.
const MOST_SESSIONS = 500;

export async function insertSession(
  transaction: Transaction,
  session: { readonly userId: string; readonly key: string; readonly client: Client },
): Promise<Session> {
  const { rows } = await transaction.query<Session>({
    text: `insert into auth.sessions (user_id, refresh_token_hmac_key, user_agent, ip) values ($1, $2, $3, $4)
      returning ${COLUMNS}`,
    values: [session.userId, session.key, session.client.userAgent ?? null, session.client.address || null],
  });
  if (!rows[0]) throw new Error('An insert returned no row.');
  return rows[0];
}

/** Ends the account's sessions that have not been used for longest, where there are so many that one more is too much. */
export async function makeRoomForSession(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    name: 'auth_make_room_for_session',
    text: `delete from auth.sessions where id in
      (select id from auth.sessions where user_id = $1
        order by coalesce(refreshed_at, created_at) desc offset ${MOST_SESSIONS - 1})`,
    values: [userId],
  });
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
        and (not_after is null or not_after > now())
      for update`,
    values: [tokenHash],
  });
  return rows[0];
}

export async function markRefreshed(transaction: Transaction, id: string, client: Client): Promise<void> {
  await transaction.query({
    text: `update auth.sessions set refreshed_at = now(), updated_at = now(), user_agent = $2, ip = $3
      where id = $1`,
    values: [id, client.userAgent ?? null, client.address || null],
  });
}

/** @returns seconds since its holder signed in */
export async function sessionAge(transaction: Transaction, id: string): Promise<number> {
  const { rows } = await transaction.query<{ age: string }>({
    text: 'select extract(epoch from clock_timestamp() - created_at) as age from auth.sessions where id = $1',
    values: [id],
  });
  return Number(rows[0]?.age ?? Number.POSITIVE_INFINITY);
}

export async function sessionExists(
  transaction: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'auth_session_exists',
    text: 'select 1 from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > now())',
    values: [sessionId, userId],
  });
  return rowCount > 0;
}

export async function deleteSession(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({ text: 'delete from auth.sessions where id = $1', values: [id] });
}

/** Makes every process look the account's sessions up again, as its ban may have begun or ended. */
export async function recheckSessionsOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    text: `select pg_notify('auth_session_ended', id::text) from auth.sessions where user_id = $1`,
    values: [userId],
  });
}

/** Deletes codes of opened links: each could still be exchanged for a session after the others have ended. */
async function deleteAuthCodes(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    text: 'delete from auth.flow_state where user_id = $1 and auth_code_hash is not null',
    values: [userId],
  });
}

export async function deleteSessionsOf(transaction: Transaction, userId: string): Promise<void> {
  await deleteAuthCodes(transaction, userId);
  await transaction.query({ text: 'delete from auth.sessions where user_id = $1', values: [userId] });
}

export async function deleteOtherSessions(
  transaction: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await deleteAuthCodes(transaction, userId);
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

/** A recovery allows one new password; afterwards the session counts as signed in by mail. */
export async function endRecovery(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({
    text: `update auth.mfa_amr_claims set authentication_method = 'otp'
      where session_id = $1 and authentication_method = 'recovery'`,
    values: [id],
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
