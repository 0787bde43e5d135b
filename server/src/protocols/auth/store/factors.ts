/** Second factors: the rows of auth.mfa_factors. To be changed with the account locked. */
import type { Transaction } from '../../../database/database.ts';

export type FactorTypeName = 'totp' | 'webauthn' | 'phone';

export interface Factor {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: FactorTypeName;
  readonly status: 'unverified' | 'verified';
  /** Encrypted (mfa/factor-secret.ts). Never leaves the server. */
  readonly secret: string | null;
  readonly phone: string | null;
  readonly last_challenged_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = `id, user_id, friendly_name, factor_type, status, secret, phone, last_challenged_at, created_at,
  updated_at`;
// As long as its holder can be expected to be at it.
const UNVERIFIED_LIFETIME = "interval '5 minutes'";

/** @returns the account's factors, the oldest first */
export async function listFactors(transaction: Transaction, userId: string): Promise<readonly Factor[]> {
  const { rows } = await transaction.query<Factor>({
    name: 'auth_factors',
    text: `select ${COLUMNS} from auth.mfa_factors where user_id = $1 order by created_at, id`,
    values: [userId],
  });
  return rows;
}

/** @returns the factor when it is the account's own */
export async function findFactor(
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<Factor | undefined> {
  const { rows } = await transaction.query<Factor>({
    text: `select ${COLUMNS} from auth.mfa_factors where user_id = $1 and id = $2`,
    values: [userId, id],
  });
  return rows[0];
}

/** @returns one factor for each key that secrets are encrypted with, and how many are alike */
export async function listSealedSamples(
  transaction: Transaction,
): Promise<readonly (Pick<Factor, 'id' | 'secret'> & { readonly alike: number })[]> {
  const { rows } = await transaction.query<Pick<Factor, 'id' | 'secret'> & { alike: number }>({
    text: `select distinct on (split_part(secret, '.', 2)) id, secret,
        count(*) over (partition by split_part(secret, '.', 2))::int as alike
      from auth.mfa_factors where status = 'verified' and secret is not null`,
  });
  return rows;
}

export type NewFactor = Pick<Factor, 'id' | 'user_id' | 'friendly_name' | 'factor_type' | 'secret'>;

export async function insertFactor(transaction: Transaction, factor: NewFactor): Promise<void> {
  await transaction.query({
    text: `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret)
      values ($1, $2, $3, $4, $5)`,
    values: [factor.id, factor.user_id, factor.friendly_name, factor.factor_type, factor.secret],
  });
}

export interface FactorChange {
  readonly friendly_name?: string;
  readonly status?: 'verified';
  readonly secret?: string;
}

export async function updateFactor(
  transaction: Transaction,
  id: string,
  change: FactorChange,
): Promise<Factor> {
  const columns = Object.entries(change);
  // The names are the keys of FactorChange: written in this program, never by a request.
  const assignments = columns.map(([column], index) => `${column} = $${index + 2}`);
  const { rows } = await transaction.query<Factor>({
    text: `update auth.mfa_factors set ${[...assignments, 'updated_at = now()'].join(', ')}
      where id = $1 returning ${COLUMNS}`,
    values: [id, ...columns.map(([, value]) => value)],
  });
  if (!rows[0]) throw new Error('The factor vanished while its account was locked.');
  return rows[0];
}

/**
 * Uses a code's time step up, and all older ones (RFC 6238 section 5.2).
 * @returns false when this step, or a later one, was used before
 */
export async function useTotpStep(transaction: Transaction, id: string, step: number): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: `update auth.mfa_factors set last_used_step = $2
      where id = $1 and coalesce(last_used_step < $2, true)`,
    values: [id, step],
  });
  return rowCount > 0;
}

export async function deleteFactor(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({ text: 'delete from auth.mfa_factors where id = $1', values: [id] });
}

export async function deleteFactorsOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.query({ text: 'delete from auth.mfa_factors where user_id = $1', values: [userId] });
}

/**
 * Deletes unfinished factors that are too old or have the wanted name. Others stay: somebody may be typing them
 * into an app.
 */
export async function deleteAbandonedFactors(
  transaction: Transaction,
  userId: string,
  friendlyName: string,
): Promise<void> {
  await transaction.query({
    text: `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
      and (friendly_name = $2
        or greatest(created_at, last_challenged_at) < now() - ${UNVERIFIED_LIFETIME})`,
    values: [userId, friendlyName],
  });
}

export async function deleteUnverifiedFactors(
  transaction: Transaction,
  userId: string,
  type: FactorTypeName,
): Promise<void> {
  await transaction.query({
    text: `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    values: [userId, type],
  });
}
