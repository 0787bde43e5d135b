/** The tokens in mailed links: the rows of auth.one_time_tokens. One of a kind per account, so a newer mail voids the older. */
import type { Transaction } from '../../../database/database.ts';
import { hashToken } from './secret-token.ts';

export type OneTimeTokenType = 'confirmation_token' | 'recovery_token' | 'email_change_token_new';

export interface OneTimeToken {
  readonly user_id: string;
  readonly token_type: OneTimeTokenType;
  readonly token_hash: string;
  /** The address that the link was sent to. */
  readonly relates_to: string;
  readonly flow_state_id: string | null;
  readonly expires_at: Date;
}

const COLUMNS = 'user_id, token_type, token_hash, relates_to, flow_state_id, expires_at';

export interface NewOneTimeToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly token: string;
  readonly relatesTo: string;
  readonly flowStateId: string | undefined;
  readonly lifetimeSeconds: number;
}

/**
 * To be called with the account locked.
 * @returns the token of that kind which it replaces, should it have to be put back
 */
export async function putOneTimeToken(
  transaction: Transaction,
  token: NewOneTimeToken,
): Promise<OneTimeToken | undefined> {
  const { rows } = await transaction.query<OneTimeToken>({
    text: `delete from auth.one_time_tokens where user_id = $1 and token_type = $2 returning ${COLUMNS}`,
    values: [token.userId, token.type],
  });
  await transaction.query({
    text: `insert into auth.one_time_tokens
        (user_id, token_type, token_hash, relates_to, flow_state_id, expires_at)
      values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))`,
    values: [
      token.userId,
      token.type,
      hashToken(token.token),
      token.relatesTo,
      token.flowStateId ?? null,
      token.lifetimeSeconds,
    ],
  });
  return rows[0];
}

/** Puts a token back that was replaced. An expired one is not: what it belongs to may be gone. */
export async function restoreOneTimeToken(transaction: Transaction, token: OneTimeToken): Promise<void> {
  await transaction.query({
    text: `insert into auth.one_time_tokens (${COLUMNS})
      select $1::uuid, $2, $3, $4, $5::uuid, $6::timestamptz where $6::timestamptz > clock_timestamp()`,
    values: [
      token.user_id,
      token.token_type,
      token.token_hash,
      token.relates_to,
      token.flow_state_id,
      token.expires_at,
    ],
  });
}

/** @returns the token that was deleted; undefined when it had been used, voided or replaced */
export async function deleteOneTimeToken(
  transaction: Transaction,
  tokenHash: string,
): Promise<OneTimeToken | undefined> {
  const { rows } = await transaction.query<OneTimeToken>({
    text: `delete from auth.one_time_tokens where token_hash = $1 returning ${COLUMNS}`,
    values: [tokenHash],
  });
  return rows[0];
}

export async function hasOneTimeToken(transaction: Transaction, tokenHash: string): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: 'select from auth.one_time_tokens where token_hash = $1',
    values: [tokenHash],
  });
  return rowCount > 0;
}

/** @returns whose token it is, without using it up */
export async function findTokenOwner(transaction: Transaction, token: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ user_id: string }>({
    text: 'select user_id from auth.one_time_tokens where token_hash = $1',
    values: [hashToken(token)],
  });
  return rows[0]?.user_id;
}

/** Uses a token up. Of two calls at the same time one gets it. */
export async function takeOneTimeToken(
  transaction: Transaction,
  token: string,
  types: readonly OneTimeTokenType[],
): Promise<OneTimeToken | undefined> {
  const { rows } = await transaction.query<OneTimeToken>({
    text: `delete from auth.one_time_tokens
      where token_hash = $1 and token_type = any ($2) and expires_at > clock_timestamp()
      returning ${COLUMNS}`,
    values: [hashToken(token), types],
  });
  return rows[0];
}

/**
 * After a change of password or address nothing that was mailed before may work any more.
 * @param exceptHash the token that was mailed as a part of this very change
 */
export async function deleteOneTimeTokensOf(
  transaction: Transaction,
  userId: string,
  exceptHash?: string,
): Promise<void> {
  await transaction.query({
    text: 'delete from auth.one_time_tokens where user_id = $1 and token_hash is distinct from $2',
    values: [userId, exceptHash ?? null],
  });
}
