/** POST /recover: mails a link to set a new password. Answers the same when there is no such account. */
import { z } from 'zod';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { commitThenMail } from './links/commit-then-mail.ts';
import { putPendingLink } from './links/pending-link.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalText, readBody } from './request/request-body.ts';
import { findUserByEmail, lockUser } from './store/users.ts';

const bodySchema = z.object({ email: optionalText, ...codeChallengeFields });

export const recover: Operation = async (context, auth) => {
  const body = await readBody(context, bodySchema);
  if (body.email === '') throw new AuthError('validation_failed', 'Password recovery requires an email');
  const email = readEmail(body.email);
  const challenge = readCodeChallenge(body);
  const redirectTo = redirectTarget(auth.config.siteUrl, context.req.query('redirect_to'));
  const json = await commitThenMail<object>(auth, async (transaction) => {
    const found = await findUserByEmail(transaction, email);
    const user = found && (await lockUser(transaction, found.id));
    // The address is compared again under the lock: it may just have become another one.
    if (user?.email !== email) return { result: {} };
    const request = { kind: 'recovery', user, address: email, redirectTo, challenge } as const;
    return { result: {}, link: await putPendingLink(auth, transaction, request) };
  });
  return context.json(json);
};
