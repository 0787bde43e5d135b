/** POST /recover: mails a link to set a new password. The answer is the same, and as quick, without such an account. */
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

const bodySchema = z.object({ email: optionalText, ...codeChallengeFields });

export const recover: Operation = async (context, auth) => {
  const body = await readBody(context, bodySchema);
  if (body.email === '') throw new AuthError('validation_failed', 'Password recovery requires an email');
  const email = readEmail(body.email);
  const challenge = readCodeChallenge(body);
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  const { address } = readClient(context, auth);
  await orderMail(auth, 'mail_recovery', { kind: 'recovery', email, redirectTo, challenge, address });
  return context.json({});
};

export const writeRecovery: OrderWriter = async (
  auth,
  transaction,
  { email, redirectTo, challenge, address },
) => {
  const user = await lockUserByEmail(transaction, email);
  if (!user) return { result: undefined };
  await recordAuthEvent(transaction, { actor: user, action: 'user_recovery_requested', address });
  const request = { kind: 'recovery', user, address: email, redirectTo, challenge } as const;
  return { result: undefined, link: await putPendingLink(auth, transaction, request) };
};
