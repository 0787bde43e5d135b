/**
 * /verify: the token of a link. GET is what the link itself opens. Mail scanners open it, too, so for a mailed link it changes nothing,
 * and leads to a page with a button (links/link-page.ts). A link that a program asked for (admin/generate-link.ts) is used at
 * once. POST is for clients that were given the token.
 */
import { z } from 'zod';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { allow } from './limits/rate-limit.ts';
import { keepLink } from './links/kept-link.ts';
import { isCode, tryCode } from './links/one-time-code.ts';
import { invalidLink, type RedemptionRequest, tokenTypes } from './links/redeem-link.ts';
import { findLink, openSession, useLink } from './links/use-link.ts';
import { readClient } from './request/client.ts';
import { readEmail } from './request/email-address.ts';
import { checkPhone } from './request/phone-number.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalText, readBody } from './request/request-body.ts';
import { tokenResponse } from './respond/token-response.ts';
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
  const found = await findLink(auth, { token, type });
  if (found?.needs_click) return context.redirect(keepLink(context, auth, { token, type, redirectTo }), 303);
  return useLink(context, auth, { token, type });
};

export const verifyByPost: Operation = async (context, auth) => {
  const body = readRequest(await readBody(context, bodySchema));
  const client = readClient(context, auth);
  await allow(auth, { limit: 'verify', address: client.address, account: body.email });
  const request = { ...(await findToken(auth, body)), address: client.address };
  const grant = await openSession(auth, request, client);
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
