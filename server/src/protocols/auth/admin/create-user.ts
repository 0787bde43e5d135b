/** POST /admin/users: makes an account, without a mail. Without a password its holder has to reset it first. */

import { clientAddress } from '../../../http/caller/client-address.ts';
import { isUuid } from '../../../http/uuid.ts';
import { insertAccount } from '../account/insert-account.ts';
import { ADMIN, recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { emailExists } from '../links/confirm-email.ts';
import { readBody } from '../request/request-body.ts';
import { mergeMetadata } from '../request/user-metadata.ts';
import { findUserById } from '../store/users.ts';
import { accountJson } from './load-account.ts';
import { applyFields } from './user-fields/apply-fields.ts';
import { readNewPasswordHash, readUserFields, userSchema } from './user-fields/user-fields.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

export const createUser: Operation = async (context, auth) => {
  const body = await readBody(context, userSchema);
  const fields = readUserFields(body);
  const { email, metadata = {} } = fields;
  if (email === undefined)
    throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone');
  const id = readNewId(body.id);
  const passwordHash =
    (await readNewPasswordHash(auth, { ...body, password: body.password || null })) ?? null;
  const json = await auth.database.asOwner(async (transaction) => {
    if (id !== undefined && (await findUserById(transaction, id)))
      throw new AuthError('user_already_exists', 'A user with this id has already been registered');
    const account = { id, email, passwordHash, metadata: mergeMetadata({}, metadata) };
    const user = await insertAccount(transaction, account);
    if (!user) throw emailExists();
    await applyFields(transaction, user, { ...fields, email: undefined, metadata: undefined });
    await recordAuthEvent(transaction, {
      actor: ADMIN,
      action: 'user_signedup',
      address: clientAddress(context, auth.config.trustProxy),
      traits: { user_id: user.id, user_email: email, provider: 'email' },
    });
    return accountJson(transaction, user.id);
  });
  return context.json(json);
};

/** @throws {AuthError} `validation_failed` */
function readNewId(id: string): string | undefined {
  if (id === '') return undefined;
  if (!isUuid(id)) throw new AuthError('validation_failed', 'ID must conform to the uuid v4 format');
  if (id === NIL) throw new AuthError('validation_failed', 'ID cannot be a nil uuid');
  return id;
}
