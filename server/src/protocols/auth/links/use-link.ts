/** Uses a link's token, and answers the browser with a redirect to the site: with tokens, a code, or with what went wrong. */
import type { Context } from 'hono';
import type { Transaction } from '../../../database/database.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { AuthServices } from '../auth-services.ts';
import { putClaimNotice } from '../claim/claim-account.ts';
import { AuthError } from '../errors.ts';
import { allow } from '../limits/rate-limit.ts';
import { readClient } from '../request/client.ts';
import { redirectTarget } from '../request/redirect-target.ts';
import { tokenResponse } from '../respond/token-response.ts';
import {
  redirectToClaimed,
  redirectWithCode,
  redirectWithError,
  redirectWithTokens,
} from '../respond/verify-redirect.ts';
import { type Grant, startSession } from '../session/start-session.ts';
import { issueAuthCode } from '../store/flow-states.ts';
import { findOneTimeToken, type OneTimeToken } from '../store/one-time-tokens.ts';
import { hashToken } from '../store/secret-token.ts';
import type { Client } from '../store/sessions.ts';
import { findUserById } from '../store/users.ts';
import type { OpenedLink } from './kept-link.ts';
import { LINK_KINDS, type LinkKind, VERIFICATION_TYPES } from './link-kinds.ts';
import { PKCE_PREFIX } from './put-link.ts';
import { type Redemption, type RedemptionRequest, redeemLink } from './redeem-link.ts';

/** A link that works. */
export interface FoundLink extends OneTimeToken {
  readonly kind: LinkKind;
  /** The address that its account has now. */
  readonly accountEmail: string | null;
}

/** @returns the link while it works; nothing changes */
export async function findLink(
  { database }: Pick<AuthServices, 'database'>,
  { token, type }: OpenedLink,
): Promise<FoundLink | undefined> {
  const kinds = VERIFICATION_TYPES.get(type) ?? [];
  const types = kinds.map((kind) => LINK_KINDS[kind].tokenType);
  return database.asOwner(async (transaction) => {
    const found = await findOneTimeToken(transaction, hashToken(token), types);
    const kind = found && kinds.find((candidate) => LINK_KINDS[candidate].tokenType === found.token_type);
    const account = found && (await findUserById(transaction, found.user_id));
    return found && kind && { ...found, kind, accountEmail: account?.email ?? null };
  });
}

/** @param hold gets the session where the browser could not take it out of an address */
export async function useLink(
  context: Context<HttpEnvironment>,
  auth: AuthServices,
  { token, type }: OpenedLink,
  hold?: (grant: Grant, redirectTo: string) => Response,
): Promise<Response> {
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  const client = readClient(context, auth);
  const wantsCode = token.startsWith(PKCE_PREFIX);
  const request = { tokenHash: hashToken(token), type, address: client.address };
  try {
    await allow(auth, { limit: 'verify', address: client.address });
    const { result, isClaimed } = await redeem<string | Grant>(auth, request, (transaction, redemption) =>
      wantsCode
        ? issueCode(transaction, redemption)
        : startSession(transaction, sessionFor(redemption, type, client)),
    );
    // After a recovery a password is set anyway, and the mail tells the rest.
    const target = isClaimed && type !== 'recovery' ? redirectToClaimed(redirectTo) : redirectTo;
    if (hold && typeof result !== 'string') return hold(result, target);
    return context.redirect(
      typeof result === 'string'
        ? redirectWithCode(target, result)
        : redirectWithTokens(target, type, await tokenResponse(auth, result)),
      303,
    );
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    return context.redirect(redirectWithError(redirectTo, error, wantsCode), 303);
  }
}

export async function openSession(
  auth: AuthServices,
  request: RedemptionRequest,
  client: Client,
): Promise<Grant> {
  const { result } = await redeem(auth, request, (transaction, redemption) =>
    startSession(transaction, sessionFor(redemption, request.type, client)),
  );
  return result;
}

/** Uses the token up, and tells who has an account now that somebody else may have been in. */
async function redeem<T>(
  auth: AuthServices,
  request: RedemptionRequest,
  enter: (transaction: Transaction, redemption: Redemption) => Promise<T>,
): Promise<{ readonly result: T; readonly isClaimed: boolean }> {
  const { result, claimed, claim } = await auth.database.asOwner(async (transaction) => {
    const redemption = await redeemLink(transaction, request);
    const { claimed } = redemption;
    const claim = claimed === undefined ? undefined : await putClaimNotice(auth, transaction, claimed);
    return { result: await enter(transaction, redemption), claimed, claim };
  });
  if (claim) auth.background.run(() => auth.mails.deliver(claim));
  if (claimed !== undefined) auth.liveSessions.forget();
  return { result, isClaimed: claimed !== undefined };
}

function sessionFor({ userId }: Redemption, type: string, client: Client) {
  // A session from a recovery sets a new password without the present one.
  return { userId, method: type === 'recovery' ? 'recovery' : 'otp', client } as const;
}

/** @returns a code that only the client which asked for the mail can exchange */
async function issueCode(transaction: Transaction, { flowStateId }: Redemption): Promise<string> {
  const code = flowStateId === null ? undefined : await issueAuthCode(transaction, flowStateId);
  if (code === undefined)
    throw new AuthError('flow_state_not_found', 'No associated flow state found.', { status: 400 });
  return code;
}
