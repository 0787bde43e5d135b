/** One-time tokens in mails: rows of auth.one_time_tokens. An account has one of each type; a newer mail voids it. */
import type { Transaction } from '../../../database/database.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'reauthentication_token';

export interface OneTimeToken {
  readonly user_id: string;
  readonly token_type: OneTimeTokenType;
  readonly token_hash: string;
  /** The address that the link was sent to. */
  readonly relates_to: string;
  readonly flow_state_id: string | null;
  readonly expires_at: Date;
  readonly code_hash: string | null;
  readonly code_expires_at: Date | null;
  readonly code_attempts: number;
  /** Whether opening the link shows a page with a button, which uses it. */
  readonly needs_click: boolean;
}

const COLUMNS =
  'user_id, token_type, token_hash, relates_to, flow_state_id, expires_at, code_hash, code_expires_at, code_attempts, needs_click';

export interface NewOneTimeToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly tokenHash: string;
  readonly relatesTo: string;
  readonly flowStateId: string | undefined;
  readonly lifetimeSeconds: number;
  readonly codeHash: string;
  readonly codeLifetimeSeconds: number;
  readonly needsClick: boolean;
}

/**
 * To be called with the account locked.
 * @returns the token of that type that it replaces, in case it must be restored
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
        (user_id, token_type, token_hash, relates_to, flow_state_id, expires_at, code_hash, code_expires_at, needs_click)
      values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6),
        $7, clock_timestamp() + make_interval(secs => $8), $9)`,
    values: [
      token.userId,
      token.type,
      token.tokenHash,
      token.relatesTo,
      token.flowStateId ?? null,
      token.lifetimeSeconds,
      token.codeHash,
      token.codeLifetimeSeconds,
      token.needsClick,
    ],
  });
  return rows[0];
}

/** Restores a replaced token, unless it has expired: its flow may be gone. */
export async function restoreOneTimeToken(transaction: Transaction, token: OneTimeToken): Promise<void> {
  await transaction.query({
    text: `insert into auth.one_time_tokens (${COLUMNS})
      select $1::uuid, $2, $3, $4, $5::uuid, $6::timestamptz, $7, $8::timestamptz, $9::int, $10::boolean
      where $6::timestamptz > clock_timestamp()`,
    values: [
      token.user_id,
      token.token_type,
      token.token_hash,
      token.relates_to,
      token.flow_state_id,
      token.expires_at,
      token.code_hash,
      token.code_expires_at,
      token.code_attempts,
      token.needs_click,
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

/** @returns whether the account has a mailed token of that type that still works */
export async function hasLiveToken(
  transaction: Transaction,
  userId: string,
  type: OneTimeTokenType,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: `select from auth.one_time_tokens
      where user_id = $1 and token_type = $2 and expires_at > clock_timestamp()`,
    values: [userId, type],
  });
  return rowCount > 0;
}

/** Counts a guess at the codes that were sent to an address. */
export async function countCodeAttempt(
  transaction: Transaction,
  guess: { readonly address: string; readonly types: readonly OneTimeTokenType[]; readonly most: number },
): Promise<readonly { readonly token_hash: string; readonly code_hash: string }[]> {
  const { rows } = await transaction.query<{ token_hash: string; code_hash: string }>({
    text: `update auth.one_time_tokens set code_attempts = code_attempts + 1
      where relates_to = $1 and token_type = any ($2) and code_hash is not null
        and code_expires_at > clock_timestamp() and code_attempts < $3
      returning token_hash, code_hash`,
    values: [guess.address, guess.types, guess.most],
  });
  return rows;
}

/** @returns the id of the token's account, without using the token up */
export async function findTokenOwner(
  transaction: Transaction,
  tokenHash: string,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ user_id: string }>({
    text: 'select user_id from auth.one_time_tokens where token_hash = $1',
    values: [tokenHash],
  });
  return rows[0]?.user_id;
}

/** @returns the token while it works, without using it up */
export async function findOneTimeToken(
  transaction: Transaction,
  tokenHash: string,
  types: readonly OneTimeTokenType[],
): Promise<OneTimeToken | undefined> {
  const { rows } = await transaction.query<OneTimeToken>({
    text: `select ${COLUMNS} from auth.one_time_tokens
      where token_hash = $1 and token_type = any ($2) and expires_at > clock_timestamp()`,
    values: [tokenHash, types],
  });
  return rows[0];
}

/** Uses a token up. If two calls come at once, one gets it. */
export async function takeOneTimeToken(
  transaction: Transaction,
  tokenHash: string,
  types: readonly OneTimeTokenType[],
): Promise<OneTimeToken | undefined> {
  const { rows } = await transaction.query<OneTimeToken>({
    text: `delete from auth.one_time_tokens
      where token_hash = $1 and token_type = any ($2) and expires_at > clock_timestamp()
      returning ${COLUMNS}`,
    values: [tokenHash, types],
  });
  return rows[0];
}

/**
 * Voids everything mailed before a change of password or address.
 * @param exceptHash the token mailed as part of this very change
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
