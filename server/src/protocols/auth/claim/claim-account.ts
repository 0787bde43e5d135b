/**
 * Somebody may have signed up with another person's address, where nobody has to confirm one, and be in the account still. Once
 * the address's owner has proven that it is theirs, everything by which the other one could come back ends.
 */
import type { Transaction } from '../../../database/database.ts';
import type { PostedMail } from '../../../mail/queue/mail-queue.ts';
import { TooManyMailsError } from '../../../mail/queue/mail-store.ts';
import type { AuthServices } from '../auth-services.ts';
import { accountClaimedNotice } from '../mail/notices.ts';
import { deleteFactorsOf } from '../store/factors.ts';
import { deleteProviderIdentities } from '../store/identities.ts';
import { deleteOneTimeTokensOf } from '../store/one-time-tokens.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import { type User, updateUserRow } from '../store/users.ts';

/**
 * To be called with the account locked, and its address unproven.
 * @returns the account, which nobody can get into by anything from before
 */
export async function claimAccount(transaction: Transaction, user: User): Promise<User> {
  await deleteSessionsOf(transaction, user.id);
  await deleteOneTimeTokensOf(transaction, user.id);
  await deleteFactorsOf(transaction, user.id);
  await deleteProviderIdentities(transaction, user.id);
  // Links to files outlive their session.
  await transaction.query({
    text: `insert into trellis_server.account_claims (user_id) values ($1)
      on conflict (user_id) do update set id = gen_random_uuid()`,
    values: [user.id],
  });
  // The product knows the ways into its workspaces that the account has made.
  await transaction.query({ text: 'select private.take_back_ways_in($1)', values: [user.id] });
  return updateUserRow(transaction, user.id, {
    encrypted_password: null,
    email_change: null,
    raw_app_meta_data: { ...user.raw_app_meta_data, providers: ['email'] },
  });
}

/** Whether anybody can have been in it, so that its owner has to know. */
export function wasUsed(user: User): boolean {
  return user.encrypted_password !== null || user.last_sign_in_at !== null;
}

/** @returns the mail to deliver; the screen tells, too, so that a full queue keeps nobody out */
export async function putClaimNotice(
  auth: Pick<AuthServices, 'mails' | 'config'>,
  transaction: Transaction,
  email: string,
): Promise<PostedMail | undefined> {
  try {
    return await auth.mails.put(transaction, accountClaimedNotice(email, auth.config.siteUrl));
  } catch (error) {
    if (error instanceof TooManyMailsError) return undefined;
    throw error;
  }
}
