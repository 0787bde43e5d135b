/**
 * Makes a link that works once and mails it. The token is written in the caller's transaction, which the mail is a part
 * of: when it cannot be sent, nothing has happened.
 */
import type { Transaction } from '../../../database/database.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { composeLinkMail } from '../mail/compose-link-mail.ts';
import type { CodeChallenge } from '../request/code-challenge.ts';
import { insertFlowState } from '../store/flow-states.ts';
import { recordMail } from '../store/mail-throttle.ts';
import { putOneTimeToken } from '../store/one-time-tokens.ts';
import { randomToken } from '../store/secret-token.ts';
import { LINK_KINDS, type LinkKind } from './link-kinds.ts';

/** Marks a link that leads to a code instead of tokens. */
export const PKCE_PREFIX = 'pkce_';

export interface LinkRequest {
  readonly kind: LinkKind;
  readonly userId: string;
  /** Where the link is sent, and whose control it proves. */
  readonly address: string;
  /** Checked already (request/redirect-target.ts). */
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | undefined;
}

/**
 * To be called with the account locked.
 * @throws {AuthError} `over_email_send_rate_limit`; `unexpected_failure` when the mail is not accepted
 */
export async function mailLink(
  auth: AuthServices,
  transaction: Transaction,
  request: LinkRequest,
): Promise<void> {
  const { tokenType, sentAt, lifetimeSeconds, method, failure } = LINK_KINDS[request.kind];
  const { userId, challenge, address } = request;
  const wait = await recordMail(transaction, userId, sentAt);
  if (wait > 0) {
    const message = `For security purposes, you can only request this after ${wait} seconds.`;
    throw new AuthError('over_email_send_rate_limit', message);
  }
  const flowStateId =
    challenge && (await insertFlowState(transaction, { userId, challenge, authenticationMethod: method }));
  const token = `${challenge ? PKCE_PREFIX : ''}${randomToken()}`;
  await putOneTimeToken(transaction, {
    userId,
    type: tokenType,
    token,
    relatesTo: address,
    flowStateId,
    lifetimeSeconds,
  });
  const mail = composeLinkMail(request.kind, address, linkUrl(auth.config.siteUrl, token, request));
  await auth.mailer.send(mail).catch((cause: unknown) => {
    throw new AuthError('unexpected_failure', failure, { cause });
  });
}

function linkUrl(siteUrl: string, token: string, { kind, redirectTo }: LinkRequest): string {
  const url = new URL('/auth/v1/verify', siteUrl);
  url.search = new URLSearchParams({ token, type: kind, redirect_to: redirectTo }).toString();
  return url.href;
}
