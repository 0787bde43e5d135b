/**
 * A link that works once, on its way into a mailbox: written before its mail is sent (commit-then-mail.ts), so it can
 * be taken back as long as it is what this account was last to be sent.
 */
import type { Transaction } from '../../../database/database.ts';
import type { Mail } from '../../../mail/mailer.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { composeLinkMail } from '../mail/compose-link-mail.ts';
import type { CodeChallenge } from '../request/code-challenge.ts';
import { deleteFlowState, insertFlowState } from '../store/flow-states.ts';
import { recordMail, restoreMailTime } from '../store/mail-throttle.ts';
import {
  deleteOneTimeToken,
  type OneTimeToken,
  putOneTimeToken,
  restoreOneTimeToken,
} from '../store/one-time-tokens.ts';
import { hashToken, randomToken } from '../store/secret-token.ts';
import type { User } from '../store/users.ts';
import { LINK_KINDS, type LinkKind } from './link-kinds.ts';

/** Marks a link that leads to a code instead of tokens. */
export const PKCE_PREFIX = 'pkce_';

export interface LinkRequest {
  readonly kind: LinkKind;
  /** The account as it was when it was locked. */
  readonly user: User;
  /** Where the link is sent, and whose control it proves. */
  readonly address: string;
  /** Checked already (request/redirect-target.ts). */
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | undefined;
}

export interface PendingLink {
  readonly kind: LinkKind;
  readonly userId: string;
  readonly tokenHash: string;
  readonly mail: Mail;
  /** What the link took the place of. */
  readonly before: { readonly token: OneTimeToken | undefined; readonly sentAt: Date | null };
}

/**
 * Writes the link and that its mail is sent now. To be called with the account locked.
 * @throws {AuthError} `over_email_send_rate_limit`
 */
export async function putPendingLink(
  auth: AuthServices,
  transaction: Transaction,
  request: LinkRequest,
): Promise<PendingLink> {
  const { kind, user, challenge, address } = request;
  const { tokenType, sentAt, lifetimeSeconds, method } = LINK_KINDS[kind];
  const wait = await recordMail(transaction, user.id, sentAt);
  if (wait > 0) {
    const message = `For security purposes, you can only request this after ${wait} seconds.`;
    throw new AuthError('over_email_send_rate_limit', message);
  }
  const flowStateId =
    challenge &&
    (await insertFlowState(transaction, { userId: user.id, challenge, authenticationMethod: method }));
  const token = `${challenge ? PKCE_PREFIX : ''}${randomToken()}`;
  const replaced = await putOneTimeToken(transaction, {
    userId: user.id,
    type: tokenType,
    token,
    relatesTo: address,
    flowStateId,
    lifetimeSeconds,
  });
  return {
    kind,
    userId: user.id,
    tokenHash: hashToken(token),
    mail: composeLinkMail(kind, address, linkUrl(auth.config.siteUrl, token, request)),
    before: { token: replaced, sentAt: user[sentAt] },
  };
}

/**
 * Puts everything back as it was before the link. To be called with the account locked.
 * @returns false when the link has been used, voided or replaced by a newer one: then nothing is changed, as what is
 *   there now is not this link's
 */
export async function takeBackLink(transaction: Transaction, link: PendingLink): Promise<boolean> {
  const { kind, userId, tokenHash, before } = link;
  const token = await deleteOneTimeToken(transaction, tokenHash);
  if (!token) return false;
  if (token.flow_state_id !== null) await deleteFlowState(transaction, token.flow_state_id);
  // The link of an earlier mail works again: that mail did arrive.
  if (before.token) await restoreOneTimeToken(transaction, before.token);
  await restoreMailTime(transaction, userId, { column: LINK_KINDS[kind].sentAt, time: before.sentAt });
  return true;
}

function linkUrl(siteUrl: string, token: string, { kind, redirectTo }: LinkRequest): string {
  const url = new URL('/auth/v1/verify', siteUrl);
  url.search = new URLSearchParams({ token, type: kind, redirect_to: redirectTo }).toString();
  return url.href;
}
