/** POST /resend: mails a confirmation link again. The answer is the same, and as quick, without a link to mail. */
import { z } from 'zod';
import { recordAuthEvent } from './audit/record-event.ts';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { putPendingLink } from './links/pending-link.ts';
import type { OrderWriter } from './mail-orders/fill-orders.ts';
import { orderMail } from './mail-orders/order-mail.ts';
import { readClient } from './request/client.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalText, readBody } from './request/request-body.ts';
import { lockUserByEmail } from './store/users.ts';

const LIMITS = { signup: 'mail_confirmation', email_change: 'mail_email_change' } as const;

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...codeChallengeFields,
});

export const resend: Operation = async (context, auth) => {
  const body = await readBody(context, bodySchema);
  const { type } = body;
  if (body.phone !== '') throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  if (type !== 'signup' && type !== 'email_change')
    throw new AuthError('validation_failed', 'Missing one of these types: signup, email_change');
  if (body.email === '') throw new AuthError('validation_failed', 'Type provided requires an email address');
  const email = readEmail(body.email);
  const challenge = readCodeChallenge(body);
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  const { address } = readClient(context, auth);
  await orderMail(auth, LIMITS[type], { kind: type, email, redirectTo, challenge, address });
  return context.json({});
};

export const writeConfirmation: OrderWriter = async (
  auth,
  transaction,
  { email, redirectTo, challenge, address },
) => {
  const user = await lockUserByEmail(transaction, email);
  if (!user || user.email_confirmed_at !== null) return { result: undefined };
  await recordAuthEvent(transaction, { actor: user, action: 'user_confirmation_requested', address });
  const request = { kind: 'signup', user, address: email, redirectTo, challenge } as const;
  return { result: undefined, link: await putPendingLink(auth, transaction, request) };
};

export const writeAddressChange: OrderWriter = async (
  auth,
  transaction,
  { email, redirectTo, challenge, address },
) => {
  const user = await lockUserByEmail(transaction, email);
  if (!user?.email_change) return { result: undefined };
  await recordAuthEvent(transaction, { actor: user, action: 'user_modified', address });
  const request = { kind: 'email_change', user, address: user.email_change, redirectTo, challenge } as const;
  return { result: undefined, link: await putPendingLink(auth, transaction, request) };
};
