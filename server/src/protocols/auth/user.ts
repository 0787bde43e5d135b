/**
 * GET and PUT /user: the caller's own account. The new address confirms a change, and the old one gets a notice. A
 * new password may not be the old one.
 */
import { z } from 'zod';
import { type AccountChange, applyAccountChange, readAccount } from './account/apply-account-change.ts';
import { type AddressChange, mailAddressChange } from './account/mail-address-change.ts';
import { requirePresentPassword } from './account/require-present-password.ts';
import { requireReauthentication } from './account/require-reauthentication.ts';
import { requireProvableAddress } from './account/require-sign-up.ts';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { type Attempt, allow } from './limits/rate-limit.ts';
import { commitThenMail } from './links/commit-then-mail.ts';
import { addressChangedNotice } from './mail/notices.ts';
import { requireAal2 } from './mfa/require-aal2.ts';
import { readClient } from './request/client.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { normalizeEmail, readEmail } from './request/email-address.ts';
import { checkNewPassword } from './request/new-password.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from './request/request-body.ts';
import { loadSubject, readSubject, type TokenSubject } from './request/require-user.ts';
import { markOperator } from './respond/is-operators-account.ts';
import type { User } from './store/users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalObject,
  app_metadata: optionalObject,
  ...codeChallengeFields,
});

export const getUser: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const json = await auth.database.asOwner((transaction) => readAccount(transaction, subject));
  return context.json(markOperator(auth.config, json));
};

export const updateUser: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const body = await readBody(context, bodySchema);
  const user = await auth.database.asOwner(async (transaction) => {
    const found = await loadSubject(transaction, subject);
    // The name that others read is among the metadata.
    if (body.password || body.data || (body.email !== '' && normalizeEmail(body.email) !== found.email))
      await requireAal2(transaction, subject, 'update email, password or metadata', 401);
    return found;
  });
  if (body.app_metadata) throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
  if (body.phone !== '') throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  const email = body.email === '' ? undefined : readEmail(body.email);
  const challenge = readCodeChallenge(body);
  const redirectTo = redirectTarget(auth.config, context.req.query('redirect_to'));
  const { address } = readClient(context, auth);
  const asked = email !== undefined && email !== user.email;
  const setsPassword = typeof body.password === 'string';
  if (setsPassword) checkNewPassword(auth, body.password ?? '');
  if (setsPassword || asked) {
    await allow(auth, { limit: 'password', account: user.id });
    const present = { given: body.current_password, changesEmail: asked };
    await requirePresentPassword(auth, subject, user, present);
  }
  const passwordHash = await hashNewPassword(auth, subject, user, body);
  const change = { passwordHash, metadata: body.data, address };
  if (asked) {
    requireProvableAddress(auth, email);
    await allow(auth, changeAttempt(auth, user, address));
  }
  const json =
    asked && auth.config.auth.emailConfirmation
      ? await changeByMail(auth, subject, user, { ...change, email, challenge, redirectTo })
      : await changeAtOnce(auth, subject, user, { ...change, email });
  if (passwordHash !== undefined) auth.liveSessions.forget();
  return context.json(markOperator(auth.config, json));
};

async function changeAtOnce(
  auth: AuthServices,
  subject: TokenSubject,
  { email: old }: User,
  change: AccountChange,
): Promise<object> {
  const { email } = change;
  const { json, notice } = await auth.database.asOwner(async (transaction) => {
    const json = await applyAccountChange(transaction, subject, change);
    if (!old || email === undefined || email === old) return { json };
    const letter = addressChangedNotice(old, email, auth.config.siteUrl);
    return { json, notice: await auth.mails.put(transaction, letter) };
  });
  // The change stands whether this mail arrives or not.
  if (notice) auth.background.run(() => auth.mails.deliver(notice));
  return json;
}

async function changeByMail(
  auth: AuthServices,
  subject: TokenSubject,
  user: User,
  change: AddressChange,
): Promise<object> {
  return commitThenMail(
    auth,
    (transaction) => mailAddressChange(auth, transaction, subject, change),
    changeAttempt(auth, user, change.address),
  );
}

/**
 * The old address gets a notice of every change, so without a limit an account could mail anyone. If nobody has to
 * confirm, it has another old address each time, so it is counted by its id.
 */
function changeAttempt(auth: AuthServices, user: User, address: string): Attempt {
  const account = auth.config.auth.emailConfirmation ? (user.email ?? user.id) : user.id;
  return { limit: 'mail_email_change', address, account };
}

/** Outside a transaction: hashing takes long and may wait. */
async function hashNewPassword(
  auth: AuthServices,
  subject: TokenSubject,
  user: User,
  { password, nonce }: z.output<typeof bodySchema>,
): Promise<string | undefined> {
  if (password === undefined || password === null) return undefined;
  await requireReauthentication(auth, subject, user, nonce);
  if (user.encrypted_password && (await auth.passwords.matches(password, user.encrypted_password)))
    throw new AuthError('same_password', 'New password should be different from the old password.');
  return auth.passwords.hash(password);
}
