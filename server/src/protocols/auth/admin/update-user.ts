/**
 * PUT /admin/users/{id}: changes an account at once, without asking its holder. A new password ends all
 * sessions.
 */
import { clientAddress } from '../../../http/caller/client-address.ts';
import { ADMIN, recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { readBody } from '../request/request-body.ts';
import { deleteOneTimeTokensOf } from '../store/one-time-tokens.ts';
import { deleteSessionsOf, recheckSessionsOf } from '../store/sessions.ts';
import { updateUserRow } from '../store/users.ts';
import { accountJson, loadAccount, readUserId } from './load-account.ts';
import { applyFields } from './user-fields/apply-fields.ts';
import { readNewPasswordHash, readUserFields, userSchema } from './user-fields/user-fields.ts';

export const updateAccount: Operation = async (context, auth) => {
  const id = readUserId(context);
  await auth.database.asOwner((transaction) => loadAccount(transaction, id));
  const body = await readBody(context, userSchema);
  const fields = readUserFields(body);
  const passwordHash = await readNewPasswordHash(auth, body);
  const json = await auth.database.asOwner(async (transaction) => {
    const user = await loadAccount(transaction, id);
    await applyFields(transaction, user, fields);
    if (fields.bannedUntil !== undefined) await recheckSessionsOf(transaction, id);
    if (passwordHash !== undefined) {
      await updateUserRow(transaction, id, { encrypted_password: passwordHash, email_change: null });
      await deleteOneTimeTokensOf(transaction, id);
      await deleteSessionsOf(transaction, id);
    }
    await recordAuthEvent(transaction, {
      actor: ADMIN,
      action: 'user_modified',
      address: clientAddress(context, auth.config.trustProxy),
      traits: { user_id: id, user_email: fields.email ?? user.email },
    });
    return accountJson(transaction, id);
  });
  auth.liveSessions.forget();
  return context.json(json);
};
