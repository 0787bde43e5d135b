/** Uses a mailed link's token up and does to the account what the link stands for. */
import type { Transaction } from '../../../database/database.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import { AuthError } from '../errors.ts';
import { noteEmailIdentity } from '../store/identities.ts';
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
  await apply(transaction, user, token);
  await recordAuthEvent(transaction, { actor: user, address: request.address, ...eventOf(user, token) });
  return { userId: user.id, flowStateId: token.flow_state_id };
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

async function apply(transaction: Transaction, user: User, token: OneTimeToken): Promise<void> {
  const email = token.relates_to;
  if (token.token_type === 'email_change_token_new')
    await changeEmail(transaction, user, { email, isProven: true });
  else if (user.email_confirmed_at === null) {
    // Reading any mail proves the address. But only a confirmation mail belongs to the sign-up that set the
    // password; after any other mail the password may be a stranger's, so it is dropped.
    const keepPassword = token.token_type === 'confirmation_token';
    await confirmEmail(transaction, user, { keepPassword });
    // An account that nobody had to confirm stays unproven: somebody else may have a session in it.
    await noteEmailIdentity(transaction, user.id, { email, isProven: true });
  }
  await deleteOneTimeTokensOf(transaction, user.id);
}

function eventOf(user: User, token: OneTimeToken) {
  if (token.token_type === 'email_change_token_new') return { action: 'user_modified' } as const;
  if (user.email_confirmed_at === null)
    return { action: 'user_signedup', traits: { provider: 'email' } } as const;
  return { action: 'login' } as const;
}
