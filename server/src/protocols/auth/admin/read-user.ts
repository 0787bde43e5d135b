/** GET /admin/users/{id}: one account. */
import type { Operation } from '../auth-services.ts';
import { accountJson, readUserId } from './load-account.ts';

export const readAccount: Operation = async (context, auth) => {
  const id = readUserId(context);
  return context.json(await auth.database.asOwner((transaction) => accountJson(transaction, id)));
};
