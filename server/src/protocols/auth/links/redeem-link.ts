/** Uses a mailed link's token up and does to the account what the link stands for. */
import type { Transaction } from '../../../database/database.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import { claimAccount, wasUsed } from '../claim/claim-account.ts';
import { AuthError } from '../errors.ts';
import { listFactors } from '../store/factors.ts';
import { isAddressProven, noteEmailIdentity } from '../store/identities.ts';
import {
  deleteOneTimeTokensOf,
  findTokenOwner,
  type OneTimeToken,
  takeOneTimeToken,
} from '../store/one-time-tokens.ts';
import { isBanned, lockUser, type User } from '../store/users.ts';
import { changeEmail, confirmEmail } from './confirm-email.ts';
import { LINK_KINDS, VERIFICATION_TYPES } from './link-kinds.ts';

export interface Redemption {
  readonly userId: string;
  /** The PKCE flow that the link belongs to. */
  readonly flowStateId: string | null;
  /** The address, where somebody who never proved it had used the account, and is out of it now. */
  readonly claimed: string | undefined;
}

export interface RedemptionRequest {
  readonly tokenHash: string;
  /** The `type` parameter. */
  readonly type: string;
  /** When given, the link must have been sent to this address. */
  readonly email?: string | undefined;
  /** The client's address, for the audit log. */
  readonly address: string;
}

/** @throws {AuthError} `otp_expired`, `user_banned`, `email_exists`, `validation_failed` */
export async function redeemLink(transaction: Transaction, request: RedemptionRequest): Promise<Redemption> {
  const types = tokenTypes(request.type);
  // Lock the account first, as everywhere, so that two requests for the same rows cannot deadlock.
  const owner = await findTokenOwner(transaction, request.tokenHash);
  const user = owner && (await lockUser(transaction, owner));
  const token = user && (await takeOneTimeToken(transaction, request.tokenHash, types));
  if (!token || (request.email !== undefined && request.email !== token.relates_to))
    throw invalidLink(request.email);
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned');
  const isClaimed = await apply(transaction, user, token);
  const actor = { actor: user, address: request.address };
  if (isClaimed)
    await recordAuthEvent(transaction, {
      ...actor,
      action: 'account_claimed',
      traits: { provider: 'email' },
    });
  await recordAuthEvent(transaction, { ...actor, ...eventOf(user, token) });
  const claimed = isClaimed ? token.relates_to : undefined;
  return { userId: user.id, flowStateId: token.flow_state_id, claimed };
}

/** @throws {AuthError} `validation_failed` */
export function tokenTypes(type: string): OneTimeToken['token_type'][] {
  const kinds = VERIFICATION_TYPES.get(type);
  if (!kinds) throw new AuthError('validation_failed', 'Invalid email verification type');
  return kinds.map((kind) => LINK_KINDS[kind].tokenType);
}

/** The same answer for an unknown, used, expired or foreign link. */
export function invalidLink(email: string | undefined): AuthError {
  const message =
    email === undefined ? 'Email link is invalid or has expired' : 'Token has expired or is invalid';
  return new AuthError('otp_expired', message);
}

/** @returns whether somebody else may have been in the account, and is out of it now */
async function apply(transaction: Transaction, user: User, token: OneTimeToken): Promise<boolean> {
  const email = token.relates_to;
  let isClaimed = false;
  if (token.token_type === 'email_change_token_new')
    await changeEmail(transaction, user, { email, isProven: true });
  else if (user.email_confirmed_at === null) {
    // Reading any mail proves the address. But only a confirmation mail belongs to the sign-up that set the
    // password; after any other mail the password may be a stranger's, so it is dropped.
    const keepPassword = token.token_type === 'confirmation_token';
    await confirmEmail(transaction, user, { keepPassword });
    await noteEmailIdentity(transaction, user.id, { email, isProven: true });
  } else if (email === user.email && (await isAnybodys(transaction, user))) {
    await claimAccount(transaction, user);
    await noteEmailIdentity(transaction, user.id, { email, isProven: true });
    isClaimed = wasUsed(user);
  }
  await deleteOneTimeTokensOf(transaction, user.id);
  return isClaimed;
}

/**
 * Whether nobody had to prove the address, so that this is its first proof, and whoever made the account may be a stranger. A second
 * factor keeps out whoever has the mailbox alone, the owner of the address too.
 */
async function isAnybodys(transaction: Transaction, user: User): Promise<boolean> {
  if (await isAddressProven(transaction, user)) return false;
  return !(await listFactors(transaction, user.id)).some(({ status }) => status === 'verified');
}

function eventOf(user: User, token: OneTimeToken) {
  if (token.token_type === 'email_change_token_new') return { action: 'user_modified' } as const;
  if (user.email_confirmed_at === null)
    return { action: 'user_signedup', traits: { provider: 'email' } } as const;
  return { action: 'login' } as const;
}
