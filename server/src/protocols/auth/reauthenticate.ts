/** GET /reauthenticate: mails the signed-in caller a code, to be sent along as `nonce` with a new password. */
import { recordAuthEvent } from './audit/record-event.ts';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { allow } from './limits/rate-limit.ts';
import { commitThenMail } from './links/commit-then-mail.ts';
import { putPendingLink } from './links/pending-link.ts';
import { requireAal2 } from './mfa/require-aal2.ts';
import { readClient } from './request/client.ts';
import { loadSubject, readSubject } from './request/require-user.ts';
import { lockUser } from './store/users.ts';

export const reauthenticate: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const { address } = readClient(context, auth);
  await auth.database.asOwner(async (transaction) => {
    await loadSubject(transaction, subject);
    // The code is for a new password, which takes the second step; and the mails that it takes are counted.
    await requireAal2(transaction, subject, 'reauthenticate');
  });
  const attempt = { limit: 'mail_reauthentication', address, account: subject.userId } as const;
  await allow(auth, attempt);
  const write = async (transaction: Parameters<typeof loadSubject>[0]) => {
    await lockUser(transaction, subject.userId);
    const user = await loadSubject(transaction, subject);
    if (!user.email)
      throw new AuthError(
        'validation_failed',
        'Reauthentication requires the user to have an email or a phone number',
      );
    if (user.email_confirmed_at === null)
      throw new AuthError('email_not_confirmed', 'Please verify your email first.', { status: 422 });
    await recordAuthEvent(transaction, { actor: user, action: 'user_reauthenticate_requested', address });
    const { siteUrl: redirectTo } = auth.config;
    const request = {
      kind: 'reauthentication',
      user,
      address: user.email,
      redirectTo,
      challenge: undefined,
    } as const;
    return { result: {}, link: await putPendingLink(auth, transaction, request) };
  };
  return context.json(await commitThenMail(auth, write, attempt));
};
