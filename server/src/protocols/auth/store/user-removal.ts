/** The end of an account. To be called with the account locked. */
import { createHash } from 'node:crypto';
import type { Transaction } from '../../../database/database.ts';
import type { User } from './users.ts';

/** Deletes an account with everything that belongs to it, in the product, too. */
export async function deleteUser(transaction: Transaction, { id }: User): Promise<void> {
  await transaction.query({ text: 'delete from auth.users where id = $1', values: [id] });
}

/** Leaves the bare account, for what refers to it. The address is free again, and nobody can sign in. */
export async function anonymizeUser(
  transaction: Transaction,
  { id, email, email_change }: User,
): Promise<void> {
  await transaction.query({
    text: `update auth.users set email = $2, email_change = $3, encrypted_password = null,
        raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
      where id = $1`,
    values: [id, email && obscure(id, email), email_change && obscure(id, email_change)],
  });
  const { rows } = await transaction.query<{ id: string; provider: string; provider_id: string }>({
    text: 'select id, provider, provider_id from auth.identities where user_id = $1',
    values: [id],
  });
  for (const identity of rows) {
    await transaction.query({
      text: `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = now() where id = $1`,
      values: [identity.id, obscure(id, `${identity.provider}:${identity.provider_id}`)],
    });
  }
  for (const table of ['one_time_tokens', 'flow_state', 'mfa_factors', 'sessions'] as const)
    await transaction.query({ text: `delete from auth.${table} where user_id = $1`, values: [id] });
}

/** Not to be read, and no other account's: Supabase Auth writes the same. */
function obscure(userId: string, value: string): string {
  return createHash('sha256').update(`${userId}${value}`).digest('base64url');
}
