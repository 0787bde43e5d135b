/**
 * DELETE /admin/users/{id}: deletes an account, or all that tells whose it was and nothing that refers to it.
 */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import { clientAddress } from '../../../http/caller/client-address.ts';
import { ADMIN, recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { readBody } from '../request/request-body.ts';
import { anonymizeUser, deleteUser } from '../store/user-removal.ts';
import type { User } from '../store/users.ts';
import { loadAccount, readUserId } from './load-account.ts';

const bodySchema = z.object({ should_soft_delete: z.boolean().nullish() });

export const deleteAccount: Operation = async (context, auth) => {
  const id = readUserId(context);
  const isEmpty = (await context.get('body')()) === '';
  const soft = isEmpty ? false : (await readBody(context, bodySchema)).should_soft_delete;
  await auth.database.asOwner(async (transaction) => {
    const user = await loadAccount(transaction, id);
    await recordAuthEvent(transaction, {
      actor: ADMIN,
      action: 'user_deleted',
      address: clientAddress(context, auth.config.trustProxy),
      // The address of an account that is only anonymised must not stay here either.
      traits: { user_id: id, ...(soft ? {} : { user_email: user.email }) },
    });
    await (soft ? remove(transaction, user, anonymizeUser) : remove(transaction, user, deleteUser));
  });
  auth.liveSessions.forget();
  return context.json({});
};

type Removal = (transaction: Transaction, user: User) => Promise<void>;

async function remove(transaction: Transaction, user: User, removal: Removal): Promise<void> {
  if (removal === anonymizeUser && user.deleted_at !== null) return;
  try {
    await removal(transaction, user);
  } catch (cause) {
    // The product's own triggers run here, and may refuse.
    if (!isSqlError(cause)) throw cause;
    throw new AuthError('unexpected_failure', 'Database error deleting user', { cause });
  }
}
