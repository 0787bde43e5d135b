/** GET and PUT /user: the caller's own account. */
import { z } from 'zod';
import { applyAccountChange, readAccount } from './account/apply-account-change.ts';
import { mailAddressChange } from './account/mail-address-change.ts';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { commitThenMail } from './links/commit-then-mail.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { checkNewPassword } from './request/new-password.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from './request/request-body.ts';
import { loadSubject, readSubject } from './request/require-user.ts';
import type { User } from './store/users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  data: optionalObject,
  app_metadata: optionalObject,
  ...codeChallengeFields,
});

export const getUser: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  return context.json(await auth.database.asOwner((transaction) => readAccount(transaction, subject)));
};

export const updateUser: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const body = await readBody(context, bodySchema);
  const user = await auth.database.asOwner((transaction) => loadSubject(transaction, subject));
  if (body.app_metadata) throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
  if (body.phone !== '') throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  const email = body.email === '' ? undefined : readEmail(body.email);
  const challenge = readCodeChallenge(body);
  const redirectTo = redirectTarget(auth.config.siteUrl, context.req.query('redirect_to'));
  const passwordHash = await hashNewPassword(auth, user, body.password ?? undefined);
  const metadata = body.data;
  const json =
    email !== undefined && auth.config.auth.emailConfirmation
      ? await commitThenMail(auth, (transaction) => {
          const change = { email, passwordHash, metadata, challenge, redirectTo };
          return mailAddressChange(auth, transaction, subject, change);
        })
      : await auth.database.asOwner((transaction) =>
          applyAccountChange(transaction, subject, { email, passwordHash, metadata }),
        );
  return context.json(json);
};

/** Outside a transaction: hashing takes long and may wait. */
async function hashNewPassword(
  auth: AuthServices,
  user: User,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  checkNewPassword(password);
  if (user.encrypted_password && (await auth.passwords.matches(password, user.encrypted_password)))
    throw new AuthError('same_password', 'New password should be different from the old password.');
  return auth.passwords.hash(password);
}
