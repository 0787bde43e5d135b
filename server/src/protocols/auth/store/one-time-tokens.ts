/** The tokens in mailed links: the rows of auth.one_time_tokens. One of a kind per account, so a newer mail voids the older. */
import type { Transaction } from '../../../database/database.ts';
import { hashToken } from './secret-token.ts';

export type OneTimeTokenType = 'confirmation_token' | 'recovery_token' | 'email_change_token_new';

export interface OneTimeToken {
  readonly user_id: string;
  readonly token_type: OneTimeTokenType;
  /** The address that the link was sent to. */
  readonly relates_to: string;
  readonly flow_state_id: string | null;
}

export interface NewOneTimeToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly token: string;
  readonly relatesTo: string;
  readonly flowStateId: string | undefined;
  readonly lifetimeSeconds: number;
}

export async function putOneTimeToken(transaction: Transaction, token: NewOneTimeToken): Promise<void> {
  await transaction.query({
    text: `insert into auth.one_time_tokens
        (user_id, token_type, token_hash, relates_to, flow_state_id, expires_at)
      values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))
      on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
        relates_to = excluded.relates_to, flow_state_id = excluded.flow_state_id,
        expires_at = excluded.expires_at, created_at = now()`,
    values: [
      token.userId,
      token.type,
      hashToken(token.token),
      token.relatesTo,
      token.flowStateId ?? null,
      token.lifetimeSeconds,
    ],
  });
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
      returning user_id, token_type, relates_to, flow_state_id`,
    values: [hashToken(token), types],
  });
  return rows[0];
}

/** After a change of password or address nothing that was mailed before may work any more. */
export async function deleteOneTimeTokensOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({
    text: 'delete from auth.one_time_tokens where user_id = $1',
    values: [userId],
  });
}
