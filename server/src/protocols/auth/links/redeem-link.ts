/** Uses a mailed link's token up and does to the account what the link stands for. */
import type { Transaction } from '../../../database/database.ts';
import { AuthError } from '../errors.ts';
import { verifyEmailIdentity } from '../store/identities.ts';
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
  readonly token: string;
  /** The `type` parameter. */
  readonly type: string;
  /** When given, the link must have been sent to this address. */
  readonly email?: string;
}

/** @throws {AuthError} `otp_expired`, `user_banned`, `email_exists`, `validation_failed` */
export async function redeemLink(transaction: Transaction, request: RedemptionRequest): Promise<Redemption> {
  const kinds = VERIFICATION_TYPES.get(request.type);
  if (!kinds) throw new AuthError('validation_failed', 'Invalid email verification type');
  // The account is locked first, as everywhere, so that two who want the same rows cannot wait for each other.
  const owner = await findTokenOwner(transaction, request.token);
  const user = owner && (await lockUser(transaction, owner));
  const types = kinds.map((kind) => LINK_KINDS[kind].tokenType);
  const token = user && (await takeOneTimeToken(transaction, request.token, types));
  if (!token || (request.email !== undefined && request.email !== token.relates_to)) throw invalid(request);
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned');
  await apply(transaction, user, token);
  return { userId: user.id, flowStateId: token.flow_state_id };
}

async function apply(transaction: Transaction, user: User, token: OneTimeToken): Promise<void> {
  if (token.token_type === 'email_change_token_new') await changeEmail(transaction, user, token.relates_to);
  // Whoever reads the mail holds the address, whatever the mail was about.
  else if (user.email_confirmed_at === null) await confirmEmail(transaction, user);
  if (token.token_type === 'confirmation_token')
    await verifyEmailIdentity(transaction, user.id, token.relates_to);
  await deleteOneTimeTokensOf(transaction, user.id);
}

/** One answer for unknown, used, expired and somebody else's. */
function invalid({ email }: RedemptionRequest): AuthError {
  const message =
    email === undefined ? 'Email link is invalid or has expired' : 'Token has expired or is invalid';
  return new AuthError('otp_expired', message);
}
