/**
 * A session's assurance level (NIST SP 800-63B): `aal1` after a first factor, `aal2` after a second one. Change it
 * with the account locked. A removed factor lowers the sessions that it raised at once, whatever their tokens say.
 */
import type { Transaction } from '../../../database/database.ts';
import type { Session } from './sessions.ts';

// As Supabase Auth names all methods of a second step.
const IS_SECOND_STEP = "(authentication_method = 'totp' or authentication_method like 'mfa/%')";

/** @returns the session's present level; its access token may lag behind */
export async function readAssurance(transaction: Transaction, sessionId: string): Promise<string> {
  const { rows } = await transaction.query<{ aal: string }>({
    text: 'select aal from auth.sessions where id = $1',
    values: [sessionId],
  });
  return rows[0]?.aal ?? 'aal1';
}

/** Raises a session whose holder has shown a factor. Every refresh of the session waits until the transaction ends. */
export async function raiseSession(
  transaction: Transaction,
  sessionId: string,
  factorId: string,
  method: string,
): Promise<Session> {
  const { rows } = await transaction.query<Session>({
    text: `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1
      returning id, user_id, aal, refresh_token_hmac_key`,
    values: [sessionId, factorId],
  });
  await transaction.query({
    text: `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
      on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    values: [sessionId, method],
  });
  if (!rows[0]) throw new Error('The session vanished while its account was locked.');
  return rows[0];
}

/** Lowers the sessions that a removed factor had raised. */
export async function lowerSessionsOfFactor(transaction: Transaction, factorId: string): Promise<void> {
  await transaction.query({
    text: `delete from auth.mfa_amr_claims where ${IS_SECOND_STEP}
      and session_id in (select id from auth.sessions where factor_id = $1)`,
    values: [factorId],
  });
  await transaction.query({
    text: `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`,
    values: [factorId],
  });
}

/** Ends the sessions that have shown no second factor. */
export async function deleteSessionsBelowAal2(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    text: `delete from auth.sessions where user_id = $1 and aal < 'aal2'`,
    values: [userId],
  });
}
