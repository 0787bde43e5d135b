/** Accounts by the page, with everything that their holders see of them. */
import type { Transaction } from '../../../database/database.ts';
import type { Factor } from './factors.ts';
import type { Identity } from './identities.ts';
import type { User } from './users.ts';

export interface UserQuery {
  /** A part of the address or of the full name, in any case; empty for all. */
  readonly filter: string;
  readonly ascending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface ListedUser {
  readonly user: User;
  readonly identities: readonly Identity[];
  readonly factors: readonly Factor[];
}

const MATCHES = `($1 = '' or strpos(lower(email), lower($1)) > 0
  or strpos(lower(raw_user_meta_data ->> 'full_name'), lower($1)) > 0)`;

/** By the time they were made; those of the same moment by their id, so that no page repeats or skips one. */
export async function listUsers(
  transaction: Transaction,
  { filter, ascending, limit, offset }: UserQuery,
): Promise<readonly ListedUser[]> {
  const direction = ascending ? 'asc' : 'desc';
  const { rows: users } = await transaction.query<User>({
    text: `select * from auth.users where ${MATCHES}
      order by created_at ${direction}, id ${direction} limit $2 offset $3`,
    values: [filter, limit, offset],
  });
  const ids = users.map(({ id }) => id);
  const [identities, factors] = await Promise.all([
    rowsOf<Identity>(transaction, 'auth.identities', ids),
    rowsOf<Factor>(transaction, 'auth.mfa_factors', ids),
  ]);
  return users.map((user) => ({
    user,
    identities: identities.filter(({ user_id }) => user_id === user.id),
    factors: factors.filter(({ user_id }) => user_id === user.id),
  }));
}

export async function countUsers(transaction: Transaction, filter: string): Promise<number> {
  const { rows } = await transaction.query<{ count: string }>({
    text: `select count(*) as count from auth.users where ${MATCHES}`,
    values: [filter],
  });
  return Number(rows[0]?.count ?? 0);
}

async function rowsOf<Row extends object>(
  transaction: Transaction,
  table: 'auth.identities' | 'auth.mfa_factors',
  userIds: readonly string[],
): Promise<readonly Row[]> {
  const { rows } = await transaction.query<Row>({
    text: `select * from ${table} where user_id = any ($1) order by created_at, id`,
    values: [userIds],
  });
  return rows;
}
