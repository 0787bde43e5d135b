/** Writes a one-time link, its six-digit code and their target. */
import type { Transaction } from '../../../database/database.ts';
import type { AuthServices } from '../auth-services.ts';
import type { CodeChallenge } from '../store/flow-states.ts';
import { insertFlowState } from '../store/flow-states.ts';
import { recordMail } from '../store/mail-times.ts';
import { type OneTimeToken, putOneTimeToken } from '../store/one-time-tokens.ts';
import { hashToken, randomToken } from '../store/secret-token.ts';
import type { User } from '../store/users.ts';
import { LINK_KINDS, type LinkKind } from './link-kinds.ts';
import { CODE_LIFETIME_S, hashCode, randomCode } from './one-time-code.ts';

/** Marks a link that leads to a code to exchange instead of tokens. */
export const PKCE_PREFIX = 'pkce_';

export interface LinkRequest {
  readonly kind: LinkKind;
  /** The account as it was when it was locked. */
  readonly user: User;
  /** The address that gets the link; using the link proves control of it. */
  readonly address: string;
  /** Checked already (request/redirect-target.ts). */
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | undefined;
  /** False for a link that a program follows, which presses no button. */
  readonly needsClick?: boolean;
  /** An extra note for the mail's reader. */
  readonly note?: string | undefined;
}

export interface Link {
  /** Only the mail's reader knows the token, the code and the URL. */
  readonly token: string;
  readonly tokenHash: string;
  readonly code: string;
  readonly url: string;
  /** The token that it replaced. */
  readonly replaced: OneTimeToken | undefined;
}

/** To be called with the account locked. */
export async function putLink(
  auth: AuthServices,
  transaction: Transaction,
  request: LinkRequest,
): Promise<Link> {
  const { kind, user, challenge, address, needsClick = true } = request;
  const { tokenType, sentAt, lifetimeSeconds, method } = LINK_KINDS[kind];
  await recordMail(transaction, user.id, sentAt);
  const flowStateId =
    challenge &&
    (await insertFlowState(transaction, { userId: user.id, challenge, authenticationMethod: method }));
  const token = `${challenge ? PKCE_PREFIX : ''}${randomToken()}`;
  const tokenHash = hashToken(token);
  const code = randomCode();
  const replaced = await putOneTimeToken(transaction, {
    userId: user.id,
    type: tokenType,
    tokenHash,
    relatesTo: address,
    flowStateId,
    lifetimeSeconds,
    codeHash: hashCode(auth, code, tokenHash),
    codeLifetimeSeconds: CODE_LIFETIME_S,
    needsClick,
  });
  return { token, tokenHash, code, url: linkUrl(auth.config.siteUrl, token, request), replaced };
}

function linkUrl(siteUrl: string, token: string, { kind, redirectTo }: LinkRequest): string {
  const url = new URL('/auth/v1/verify', siteUrl);
  url.search = new URLSearchParams({ token, type: kind, redirect_to: redirectTo }).toString();
  return url.href;
}
