/**
 * POST /signup: makes an account. With confirmation off its holder is signed in at once; with it on, the address gets
 * a link, and an address that has an account already gets an answer that does not say so.
 */
import { z } from 'zod';
import { DatabaseUnavailableError, type Transaction } from '../../database/database.ts';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { commitThenMail, type Written } from './links/commit-then-mail.ts';
import { confirmEmail } from './links/confirm-email.ts';
import { type PendingLink, putPendingLink } from './links/pending-link.ts';
import { type CodeChallenge, codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { checkNewPassword } from './request/new-password.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from './request/request-body.ts';
import { mergeMetadata } from './request/user-metadata.ts';
import { obfuscatedUserJson, userJson } from './respond/user-json.ts';
import { type Grant, startSession } from './session/start-session.ts';
import { tokenResponse } from './session/token-response.ts';
import { insertEmailIdentity, listIdentities } from './store/identities.ts';
import {
  deleteUnclaimedUser,
  findUserByEmail,
  findUserById,
  insertUser,
  lockUser,
  type Metadata,
  type User,
} from './store/users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalObject,
  ...codeChallengeFields,
});

interface Registration {
  readonly email: string;
  readonly password: string;
  readonly metadata: Metadata;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string;
  readonly userAgent: string | undefined;
}

export const signup: Operation = async (context, auth) => {
  const registration: Registration = {
    ...readRegistration(await readBody(context, bodySchema), auth),
    redirectTo: redirectTarget(auth.config.siteUrl, context.req.query('redirect_to')),
    userAgent: context.req.header('user-agent'),
  };
  // Before the database is asked, so that the time does not tell whether the address is taken.
  const passwordHash = await auth.passwords.hash(registration.password);
  const json = auth.config.auth.emailConfirmation
    ? await commitThenMail(auth, (transaction) =>
        registerByLink(auth, transaction, registration, passwordHash),
      )
    : await tokenResponse(
        auth,
        await auth.database.asOwner((transaction) => registerAtOnce(transaction, registration, passwordHash)),
      );
  return context.json(json);
};

function readRegistration(body: z.output<typeof bodySchema>, auth: AuthServices) {
  if (!auth.config.auth.signup)
    throw new AuthError('signup_disabled', 'Signups not allowed for this instance');
  if (body.email === '' && body.phone === '')
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (body.password === '') throw new AuthError('validation_failed', 'Signup requires a valid password');
  checkNewPassword(body.password);
  if (body.phone !== '') throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  return {
    email: readEmail(body.email),
    password: body.password,
    metadata: mergeMetadata({}, body.data ?? {}),
    challenge: readCodeChallenge(body),
  };
}

async function registerAtOnce(
  transaction: Transaction,
  registration: Registration,
  passwordHash: string,
): Promise<Grant> {
  const user = await insertAccount(transaction, registration, passwordHash);
  // Supabase signs the caller in when the account is unconfirmed and confirmation has been turned off. Here whoever
  // knows nothing but the address gets nothing: the account's holder can still reset the password.
  if (!user) throw new AuthError('user_already_exists', 'User already registered');
  await confirmEmail(transaction, user);
  const { userAgent } = registration;
  return startSession(transaction, { userId: user.id, method: 'password', userAgent });
}

async function registerByLink(
  auth: AuthServices,
  transaction: Transaction,
  registration: Registration,
  passwordHash: string,
): Promise<Written<object>> {
  const user = await insertAccount(transaction, registration, passwordHash);
  if (!user) return answerTaken(auth, transaction, registration);
  const link = await confirmationLink(auth, transaction, registration, user);
  const updated = await findUserById(transaction, user.id);
  return {
    result: userJson(updated ?? user, await listIdentities(transaction, user.id)),
    link,
    // Not when a recovery link, say, was mailed meanwhile: that one confirms the account as well.
    undo: (later) => deleteUnclaimedUser(later, user.id),
  };
}

/** @returns undefined when the address is taken */
async function insertAccount(
  transaction: Transaction,
  { email, metadata }: Registration,
  passwordHash: string,
): Promise<User | undefined> {
  try {
    const user = await insertUser(transaction, { email, passwordHash, metadata });
    if (user) await insertEmailIdentity(transaction, { userId: user.id, email, metadata });
    return user;
  } catch (cause) {
    // The product's own triggers run here, and may refuse.
    if (cause instanceof DatabaseUnavailableError) throw cause;
    throw new AuthError('unexpected_failure', 'Database error saving new user', { cause });
  }
}

async function answerTaken(
  auth: AuthServices,
  transaction: Transaction,
  registration: Registration,
): Promise<Written<object>> {
  const result = obfuscatedUserJson(registration.email, registration.metadata);
  const found = await findUserByEmail(transaction, registration.email);
  const user = found && (await lockUser(transaction, found.id));
  // The password stays the first one: this caller may be somebody else.
  if (user?.email_confirmed_at !== null) return { result };
  return { result, link: await confirmationLink(auth, transaction, registration, user) };
}

function confirmationLink(
  auth: AuthServices,
  transaction: Transaction,
  { email, redirectTo, challenge }: Registration,
  user: User,
): Promise<PendingLink> {
  return putPendingLink(auth, transaction, { kind: 'signup', user, address: email, redirectTo, challenge });
}
