/**
 * /verify: uses up the token of a mailed link. GET is what the link itself opens, and answers with a redirect to the
 * site that carries tokens (in the fragment) or a code (in the query), or says what went wrong. POST is for clients
 * that were given the token.
 */
import { z } from 'zod';
import type { Transaction } from '../../database/database.ts';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { allow } from './limits/rate-limit.ts';
import { isCode, tryCode } from './links/one-time-code.ts';
import { PKCE_PREFIX } from './links/put-link.ts';
import { invalidLink, type RedemptionRequest, redeemLink, tokenTypes } from './links/redeem-link.ts';
import { type Client, readClient } from './request/client.ts';
import { readEmail } from './request/email-address.ts';
import { checkPhone } from './request/phone-number.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalText, readBody } from './request/request-body.ts';
import { redirectWithCode, redirectWithError, redirectWithTokens } from './respond/verify-redirect.ts';
import { type Grant, startSession } from './session/start-session.ts';
import { tokenResponse } from './session/token-response.ts';
import { issueAuthCode } from './store/flow-states.ts';
import { hashToken } from './store/secret-token.ts';

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
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  const client = readClient(context, auth);
  const wantsCode = token.startsWith(PKCE_PREFIX);
  const request = { tokenHash: hashToken(token), type, address: client.address };
  try {
    await allow(auth, { limit: 'verify', address: client.address });
    const result = await auth.database.asOwner<string | Grant>((transaction) =>
      wantsCode ? redeemForCode(transaction, request) : redeem(transaction, request, client),
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
  const body = readRequest(await readBody(context, bodySchema));
  const client = readClient(context, auth);
  await allow(auth, { limit: 'verify', address: client.address, account: body.email });
  const request = { ...(await findToken(auth, body)), address: client.address };
  const grant = await auth.database.asOwner((transaction) => redeem(transaction, request, client));
  return context.json(await tokenResponse(auth, grant));
};

interface VerifyRequest {
  readonly type: string;
  /** The long token of the link; or, with an address, the six digits from the same mail. */
  readonly token: string;
  readonly email?: string;
}

function readRequest(body: z.output<typeof bodySchema>): VerifyRequest {
  const { type, token, token_hash: tokenHash, email, phone, redirect_to: redirectTo } = body;
  requireType(type);
  if ((token === '') === (tokenHash === ''))
    throw new AuthError('validation_failed', 'Verify requires either a token or a token hash');
  if (tokenHash !== '') {
    if (email !== '' || phone !== '' || redirectTo !== '')
      throw new AuthError('validation_failed', 'Only the token_hash and type should be provided');
    return { type, token: tokenHash };
  }
  if (email === '' && phone !== '') {
    checkPhone(phone);
    throw invalidLink(phone);
  }
  if (email === '' || phone !== '')
    throw new AuthError(
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    );
  return { type, token, email: readEmail(email) };
}

/** @throws {AuthError} `otp_expired`, `validation_failed` */
async function findToken(
  auth: AuthServices,
  { type, token, email }: VerifyRequest,
): Promise<Omit<RedemptionRequest, 'address'>> {
  const types = tokenTypes(type);
  if (email === undefined || !isCode(token)) return { type, tokenHash: hashToken(token), email };
  const tokenHash = await tryCode(auth, token, { address: email, types });
  if (tokenHash === undefined) throw invalidLink(email);
  return { type, tokenHash, email };
}

function requireType(type: string): void {
  if (type === '') throw new AuthError('validation_failed', 'Verify requires a verification type');
}

async function redeem(transaction: Transaction, request: RedemptionRequest, client: Client): Promise<Grant> {
  const { userId } = await redeemLink(transaction, request);
  // A session from a recovery sets a new password without the present one.
  const method = request.type === 'recovery' ? 'recovery' : 'otp';
  return startSession(transaction, { userId, method, client });
}

/** @returns a code that only the client which asked for the mail can exchange */
async function redeemForCode(transaction: Transaction, request: RedemptionRequest): Promise<string> {
  const { flowStateId } = await redeemLink(transaction, request);
  const code = flowStateId === null ? undefined : await issueAuthCode(transaction, flowStateId);
  if (code === undefined)
    throw new AuthError('flow_state_not_found', 'No associated flow state found.', { status: 400 });
  return code;
}
