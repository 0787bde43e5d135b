/** GET and PUT /user: the caller's own account. */
import { z } from 'zod';
import type { Transaction } from '../../database/database.ts';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { changeEmail, emailExists } from './links/confirm-email.ts';
import { mailLink } from './links/mail-link.ts';
import { mailingTransaction } from './links/mailing-transaction.ts';
import { type CodeChallenge, codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { checkNewPassword } from './request/new-password.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from './request/request-body.ts';
import { loadSubject, readSubject, type TokenSubject } from './request/require-user.ts';
import { mergeMetadata } from './request/user-metadata.ts';
import { userJson } from './respond/user-json.ts';
import { listIdentities } from './store/identities.ts';
import { deleteOneTimeTokensOf } from './store/one-time-tokens.ts';
import { deleteOtherSessions } from './store/sessions.ts';
import { findUserByEmail, lockUser, type Metadata, type User, updateUserRow } from './store/users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  data: optionalObject,
  app_metadata: optionalObject,
  ...codeChallengeFields,
});

interface Change {
  readonly email: string | undefined;
  readonly passwordHash: string | undefined;
  readonly metadata: Metadata | undefined;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string;
}

export const getUser: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const json = await auth.database.asOwner(async (transaction) => {
    const [user, identities] = await Promise.all([
      loadSubject(transaction, subject),
      listIdentities(transaction, subject.userId),
    ]);
    return userJson(user, identities);
  });
  return context.json(json);
};

export const updateUser: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const body = await readBody(context, bodySchema);
  const user = await auth.database.asOwner((transaction) => loadSubject(transaction, subject));
  if (body.app_metadata) throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
  if (body.phone !== '') throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  const email = body.email === '' ? undefined : readEmail(body.email);
  const challenge = readCodeChallenge(body);
  const change: Change = {
    email,
    challenge,
    passwordHash: await hashNewPassword(auth, user, body.password ?? undefined),
    metadata: body.data,
    redirectTo: redirectTarget(auth.config.siteUrl, context.req.query('redirect_to')),
  };
  const work = (transaction: Transaction) => apply(auth, transaction, subject, change);
  const json = await (email === undefined ? auth.database.asOwner(work) : mailingTransaction(auth, work));
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

async function apply(
  auth: AuthServices,
  transaction: Transaction,
  subject: TokenSubject,
  change: Change,
): Promise<object> {
  await lockUser(transaction, subject.userId);
  // Again, under the lock: the session may have ended while the password was hashed.
  const user = await loadSubject(transaction, subject);
  if (change.passwordHash !== undefined) await applyPassword(transaction, subject, change.passwordHash);
  if (change.metadata) {
    const raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, change.metadata);
    await updateUserRow(transaction, user.id, { raw_user_meta_data });
  }
  if (change.email !== undefined && change.email !== user.email)
    await applyEmail(auth, transaction, subject, { ...change, email: change.email });
  const updated = await loadSubject(transaction, subject);
  return userJson(updated, await listIdentities(transaction, user.id));
}

/** Whoever had the old password, or a link that was mailed before, or an address in waiting, must be out now. */
async function applyPassword(
  transaction: Transaction,
  subject: TokenSubject,
  encrypted_password: string,
): Promise<void> {
  await updateUserRow(transaction, subject.userId, { encrypted_password, email_change: null });
  await deleteOneTimeTokensOf(transaction, subject.userId);
  await deleteOtherSessions(transaction, subject);
}

async function applyEmail(
  auth: AuthServices,
  transaction: Transaction,
  subject: TokenSubject,
  { email, redirectTo, challenge }: Change & { readonly email: string },
): Promise<void> {
  if (await findUserByEmail(transaction, email)) throw emailExists();
  const user = await loadSubject(transaction, subject);
  if (!auth.config.auth.emailConfirmation) {
    await changeEmail(transaction, user, email);
    await deleteOneTimeTokensOf(transaction, user.id);
    return;
  }
  await updateUserRow(transaction, user.id, { email_change: email });
  const { id: userId } = user;
  await mailLink(auth, transaction, { kind: 'email_change', userId, address: email, redirectTo, challenge });
}
