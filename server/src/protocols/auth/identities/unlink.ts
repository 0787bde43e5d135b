/**
 * DELETE /user/identities/{id}: takes a way to sign in from the caller's account. Accounts made here have one, their
 * address; others may have more from when they were Supabase's. The address always stays: nothing else opens the
 * account here.
 */

import type { Transaction } from '../../../database/database.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { readId } from '../request/path-id.ts';
import { loadSubject, readSubject } from '../request/require-user.ts';
import { deleteIdentity, type Identity, listIdentities } from '../store/identities.ts';
import { lockUser, type User, updateUserRow } from '../store/users.ts';

export const unlinkIdentity: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const id = readId(context, 'identity_id');
  await auth.database.asOwner(async (transaction) => {
    await lockUser(transaction, subject.userId);
    const user = await loadSubject(transaction, subject);
    const identity = await findDeletable(transaction, user.id, id);
    await deleteIdentity(transaction, user.id, id);
    await rememberProviders(transaction, user);
    await recordAuthEvent(transaction, {
      actor: user,
      action: 'identity_unlinked',
      address: clientAddress(context, auth.config.trustProxy),
      traits: { identity_id: id, provider: identity.provider, provider_id: identity.provider_id },
    });
  });
  return context.json({});
};

/** @throws {AuthError} `single_identity_not_deletable`, `identity_not_found` */
async function findDeletable(transaction: Transaction, userId: string, id: string): Promise<Identity> {
  const identities = await listIdentities(transaction, userId);
  if (identities.length <= 1)
    throw new AuthError(
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    );
  const identity = identities.find((candidate) => candidate.id === id);
  if (!identity) throw new AuthError('identity_not_found', "Identity doesn't exist");
  if (identity.provider === 'email')
    throw new AuthError(
      'single_identity_not_deletable',
      'The email identity is the only one that can sign in',
    );
  return identity;
}

async function rememberProviders(transaction: Transaction, user: User): Promise<void> {
  const identities = await listIdentities(transaction, user.id);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  await updateUserRow(transaction, user.id, {
    raw_app_meta_data: { ...user.raw_app_meta_data, provider: providers[0], providers },
  });
}
