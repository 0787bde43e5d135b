/** POST /resend: mails a confirmation link again. Answers the same when there is nothing to confirm. */
import { z } from 'zod';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { commitThenMail } from './links/commit-then-mail.ts';
import { putPendingLink } from './links/pending-link.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalText, readBody } from './request/request-body.ts';
import { findUserByEmail, lockUser, type User } from './store/users.ts';

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
  const redirectTo = redirectTarget(auth.config.siteUrl, context.req.query('redirect_to'));
  const json = await commitThenMail<object>(auth, async (transaction) => {
    const found = await findUserByEmail(transaction, email);
    const user = found && (await lockUser(transaction, found.id));
    const address = user && unconfirmedAddress(user, type);
    if (!address) return { result: {} };
    const request = { kind: type, user, address, redirectTo, challenge } as const;
    return { result: {}, link: await putPendingLink(auth, transaction, request) };
  });
  return context.json(json);
};

function unconfirmedAddress(user: User, type: 'signup' | 'email_change'): string | null {
  if (type === 'email_change') return user.email_change;
  return user.email_confirmed_at === null ? user.email : null;
}
