/**
 * /verify: uses up the token of a mailed link. GET is what the link itself opens, and answers with a redirect to the
 * site that carries tokens (in the fragment) or a code (in the query), or says what went wrong. POST is for clients
 * that were given the token.
 */
import { z } from 'zod';
import type { Transaction } from '../../database/database.ts';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { PKCE_PREFIX } from './links/pending-link.ts';
import { type RedemptionRequest, redeemLink } from './links/redeem-link.ts';
import { readEmail } from './request/email-address.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalText, readBody } from './request/request-body.ts';
import { redirectWithCode, redirectWithError, redirectWithTokens } from './respond/verify-redirect.ts';
import { type Grant, startSession } from './session/start-session.ts';
import { tokenResponse } from './session/token-response.ts';
import { issueAuthCode } from './store/flow-states.ts';

const bodySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

export const verifyByLink: Operation = async (context, auth) => {
  const { type = '', token = '' } = context.req.query();
  requireType(type);
  if (token === '') throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  const redirectTo = redirectTarget(auth.config.siteUrl, context.req.query('redirect_to'));
  const userAgent = context.req.header('user-agent');
  const wantsCode = token.startsWith(PKCE_PREFIX);
  try {
    const result = await auth.database.asOwner<string | Grant>((transaction) =>
      wantsCode
        ? redeemForCode(transaction, { token, type })
        : redeem(transaction, { token, type }, userAgent),
    );
    const target =
      typeof result === 'string'
        ? redirectWithCode(redirectTo, result)
        : redirectWithTokens(redirectTo, type, await tokenResponse(auth, result));
    return context.redirect(target, 303);
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    return context.redirect(redirectWithError(redirectTo, error, wantsCode), 303);
  }
};

export const verifyByPost: Operation = async (context, auth) => {
  const request = readRedemption(await readBody(context, bodySchema));
  const userAgent = context.req.header('user-agent');
  const grant = await auth.database.asOwner((transaction) => redeem(transaction, request, userAgent));
  return context.json(await tokenResponse(auth, grant));
};

/** Supabase's `token` is a short code to type; here both fields take the one long token of the link. */
function readRedemption(body: z.output<typeof bodySchema>): RedemptionRequest {
  const { type, token, token_hash: tokenHash, email, phone, redirect_to: redirectTo } = body;
  requireType(type);
  if ((token === '') === (tokenHash === ''))
    throw new AuthError('validation_failed', 'Verify requires either a token or a token hash');
  if (tokenHash !== '') {
    if (email !== '' || phone !== '' || redirectTo !== '')
      throw new AuthError('validation_failed', 'Only the token_hash and type should be provided');
    return { type, token: tokenHash };
  }
  if (email === '' || phone !== '')
    throw new AuthError(
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    );
  return { type, token, email: readEmail(email) };
}

function requireType(type: string): void {
  if (type === '') throw new AuthError('validation_failed', 'Verify requires a verification type');
}

async function redeem(
  transaction: Transaction,
  request: RedemptionRequest,
  userAgent: string | undefined,
): Promise<Grant> {
  const { userId } = await redeemLink(transaction, request);
  return startSession(transaction, { userId, method: 'otp', userAgent });
}

/** @returns a code that only the client which asked for the mail can exchange */
async function redeemForCode(transaction: Transaction, request: RedemptionRequest): Promise<string> {
  const { flowStateId } = await redeemLink(transaction, request);
  const code = flowStateId === null ? undefined : await issueAuthCode(transaction, flowStateId);
  if (code === undefined)
    throw new AuthError('flow_state_not_found', 'No associated flow state found.', { status: 400 });
  return code;
}
