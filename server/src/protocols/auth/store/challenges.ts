/**
 * Challenges for a factor's code: the rows of auth.mfa_challenges. A challenge is good once, for some minutes, from the
 * address that asked for it.
 */
import type { Transaction } from '../../../database/database.ts';

const LIFETIME_S = 300;
// How long an address that passed the second step is remembered.
const REMEMBERED = "interval '30 days'";

export interface Challenge {
  readonly id: string;
  readonly ip_address: string;
  readonly verified_at: Date | null;
  readonly expires_at: Date;
  readonly expired: boolean;
}

const COLUMNS = `id, ip_address, verified_at, created_at + interval '${LIFETIME_S} seconds' as expires_at,
  created_at + interval '${LIFETIME_S} seconds' < clock_timestamp() as expired`;

/** Adds a challenge. Earlier ones stay open until they expire: another tab may be about to answer one. */
export async function insertChallenge(
  transaction: Transaction,
  factorId: string,
  ipAddress: string,
): Promise<Challenge> {
  await transaction.query({
    text: `delete from auth.mfa_challenges where factor_id = $1 and created_at < now()
      - case when verified_at is null then 2 * interval '${LIFETIME_S} seconds' else ${REMEMBERED} end`,
    values: [factorId],
  });
  await transaction.query({
    text: 'update auth.mfa_factors set last_challenged_at = now() where id = $1',
    values: [factorId],
  });
  const { rows } = await transaction.query<Challenge>({
    text: `insert into auth.mfa_challenges (factor_id, ip_address) values ($1, $2) returning ${COLUMNS}`,
    values: [factorId, ipAddress],
  });
  if (!rows[0]) throw new Error('An insert returned no row.');
  return rows[0];
}

/** @returns the challenge if it belongs to that factor */
export async function findChallenge(
  transaction: Transaction,
  factorId: string,
  id: string,
): Promise<Challenge | undefined> {
  const { rows } = await transaction.query<Challenge>({
    text: `select ${COLUMNS} from auth.mfa_challenges where factor_id = $1 and id = $2`,
    values: [factorId, id],
  });
  return rows[0];
}

export async function markChallengeVerified(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({
    text: 'update auth.mfa_challenges set verified_at = now() where id = $1',
    values: [id],
  });
}

/** @returns the addresses from which codes of the account's factors were accepted lately */
export async function listPassedAddresses(transaction: Transaction, userId: string): Promise<string[]> {
  const { rows } = await transaction.query<{ ip_address: string }>({
    text: `select distinct challenge.ip_address from auth.mfa_challenges as challenge
      join auth.mfa_factors as factor on factor.id = challenge.factor_id
      where factor.user_id = $1 and challenge.verified_at > now() - ${REMEMBERED}`,
    values: [userId],
  });
  return rows.map(({ ip_address }) => ip_address);
}
