/** POST /resend: mails a confirmation link again. The answer is the same, and as quick, without a link to mail. */
import { z } from 'zod';
import { recordAuthEvent } from './audit/record-event.ts';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { allow } from './limits/rate-limit.ts';
import { mailLater } from './links/commit-then-mail.ts';
import { putPendingLink } from './links/pending-link.ts';
import { readClient } from './request/client.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalText, readBody } from './request/request-body.ts';
import { lockUserByEmail, type User } from './store/users.ts';

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
  const client = readClient(context, auth);
  await allow(auth, { limit: LIMITS[type], address: client.address, account: email });
  mailLater(auth, async (transaction) => {
    const user = await lockUserByEmail(transaction, email);
    const address = user && unconfirmedAddress(user, type);
    if (!address) return { result: undefined };
    const action = type === 'signup' ? 'user_confirmation_requested' : 'user_modified';
    await recordAuthEvent(transaction, { actor: user, action, address: client.address });
    const request = { kind: type, user, address, redirectTo, challenge } as const;
    return { result: undefined, link: await putPendingLink(auth, transaction, request) };
  });
  return context.json({});
};

function unconfirmedAddress(user: User, type: 'signup' | 'email_change'): string | null {
  if (type === 'email_change') return user.email_change;
  return user.email_confirmed_at === null ? user.email : null;
}
