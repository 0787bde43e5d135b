/**
 * POST /signup: makes an account. If confirmation is off, its holder is signed in at once. If it is on, the address
 * gets a link, and an address that has an account already gets an answer that does not say so.
 */
import { z } from 'zod';
import type { Transaction } from '../../database/database.ts';
import { changeByRepeatedSignup, dropDifferentPassword } from './account/change-by-repeated-signup.ts';
import { insertSignUp } from './account/insert-account.ts';
import { requireSignUp, signupDisabled } from './account/require-sign-up.ts';
import { type AuditAction, recordAuthEvent } from './audit/record-event.ts';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { allow } from './limits/rate-limit.ts';
import { commitThenMail, type Written } from './links/commit-then-mail.ts';
import { confirmEmail } from './links/confirm-email.ts';
import { type PendingLink, putPendingLink } from './links/pending-link.ts';
import { accountExistsNotice } from './mail/notices.ts';
import { readClient } from './request/client.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { checkNewPassword } from './request/new-password.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from './request/request-body.ts';
import { mergeMetadata } from './request/user-metadata.ts';
import { tokenResponse } from './respond/token-response.ts';
import { obfuscatedUserJson, userJson } from './respond/user-json.ts';
import { type Grant, startSession } from './session/start-session.ts';
import type { CodeChallenge } from './store/flow-states.ts';
import { listIdentities } from './store/identities.ts';
import type { Client } from './store/sessions.ts';
import {
  deleteUnclaimedUser,
  findUserByEmail,
  findUserById,
  lockUserByEmail,
  type Metadata,
  type User,
  updateUserRow,
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
  readonly client: Client;
}

export const signup: Operation = async (context, auth) => {
  const client = readClient(context, auth);
  const registration: Registration = {
    ...readRegistration(await readBody(context, bodySchema), auth),
    redirectTo: redirectTarget(auth.config, context.req.query('redirect_to')),
    client,
  };
  await allow(auth, { limit: 'sign_up', address: client.address });
  await requireSignUp(auth, registration.email);
  const json = auth.config.auth.emailConfirmation
    ? await registerByLink(auth, registration)
    : await tokenResponse(auth, await registerAtOnce(auth, registration));
  return context.json(json);
};

function readRegistration(body: z.output<typeof bodySchema>, auth: AuthServices) {
  if (auth.runTime.values.signup.kind === 'closed') throw signupDisabled();
  if (body.email === '' && body.phone === '')
    throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (body.password === '') throw new AuthError('validation_failed', 'Signup requires a valid password');
  checkNewPassword(auth, body.password);
  if (body.phone !== '') throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  return {
    email: readEmail(body.email),
    password: body.password,
    metadata: mergeMetadata({}, body.data ?? {}),
    challenge: readCodeChallenge(body),
  };
}

async function registerAtOnce(auth: AuthServices, registration: Registration): Promise<Grant> {
  const { client } = registration;
  const passwordHash = await auth.passwords.hash(registration.password);
  return auth.database.asOwner(async (transaction) => {
    const user = await insertSignUp(transaction, { ...registration, passwordHash });
    // Supabase signs the caller in when the account is unconfirmed and confirmation has been turned off. Here
    // an address alone gets nothing: the account's holder can still reset the password.
    if (!user) throw new AuthError('user_already_exists', 'User already registered');
    await confirmEmail(transaction, user);
    for (const action of ['user_signedup', 'login'] as const) await record(transaction, user, client, action);
    return startSession(transaction, { userId: user.id, method: 'password', client });
  });
}

async function registerByLink(auth: AuthServices, registration: Registration): Promise<object> {
  const { email, password, client } = registration;
  const attempt = { limit: 'mail_confirmation', address: client.address, account: email } as const;
  // Takes as long whether the address is taken or not, so that the time does not tell.
  const sameHash = await findSamePassword(auth, email, password);
  let passwordHash: string | undefined;
  try {
    await allow(auth, attempt);
    passwordHash = await auth.passwords.hash(password);
    const hashes = { passwordHash, sameHash };
    return await commitThenMail(
      auth,
      (transaction) => write(auth, transaction, registration, hashes),
      attempt,
    );
  } catch (error) {
    // The link of an earlier sign-up still works, and its click must not confirm a stranger's password.
    const own = [sameHash, passwordHash];
    await auth.database.asOwner((transaction) => dropDifferentPassword(transaction, email, own));
    throw error;
  }
}

interface Hashes {
  readonly passwordHash: string;
  /** The account's hash, when the password of this sign-up was found to match it. */
  readonly sameHash: string | undefined;
}

async function write(
  auth: AuthServices,
  transaction: Transaction,
  registration: Registration,
  hashes: Hashes,
): Promise<Written<object>> {
  const { passwordHash } = hashes;
  const user = await insertSignUp(transaction, { ...registration, passwordHash });
  if (!user) return answerTaken(auth, transaction, registration, hashes);
  await record(transaction, user, registration.client, 'user_confirmation_requested');
  const link = await confirmationLink(auth, transaction, registration, user);
  const updated = await findUserById(transaction, user.id);
  return {
    result: userJson(updated ?? user, await listIdentities(transaction, user.id)),
    link,
    // Not when a recovery link, say, was mailed meanwhile: that one confirms the account as well.
    undo: (later) => deleteUnclaimedUser(later, user.id),
  };
}

/** @returns the hash that the account's sign-up left, when it was of the same password */
async function findSamePassword(
  auth: AuthServices,
  email: string,
  password: string,
): Promise<string | undefined> {
  const user = await auth.database.asOwner((transaction) => findUserByEmail(transaction, email));
  const hash = user?.email_confirmed_at === null ? user.encrypted_password : null;
  return (await auth.passwords.matches(password, hash)) ? (hash ?? undefined) : undefined;
}

async function answerTaken(
  auth: AuthServices,
  transaction: Transaction,
  registration: Registration,
  hashes: Hashes,
): Promise<Written<object>> {
  const { email, metadata, client } = registration;
  const result = obfuscatedUserJson(email, metadata);
  const user = await lockUserByEmail(transaction, email);
  if (!user) return { result };
  if (user.email_confirmed_at !== null) {
    await record(transaction, user, client, 'user_repeated_signup');
    return { result, notice: accountExistsNotice(email, auth.config.siteUrl) };
  }
  await record(transaction, user, client, 'user_confirmation_requested');
  const { change, note } = await changeByRepeatedSignup(transaction, user, { ...hashes, metadata });
  await updateUserRow(transaction, user.id, change);
  const { raw_user_meta_data } = user;
  return {
    result,
    link: await confirmationLink(auth, transaction, registration, user, note),
    // The earlier password is not put back: registerByLink drops one that is another than this sign-up's.
    undo: (later) => updateUserRow(later, user.id, { raw_user_meta_data }),
  };
}

function confirmationLink(
  auth: AuthServices,
  transaction: Transaction,
  { email, redirectTo, challenge }: Registration,
  user: User,
  note?: string,
): Promise<PendingLink> {
  const request = { kind: 'signup', user, address: email, redirectTo, challenge, note } as const;
  return putPendingLink(auth, transaction, request);
}

function record(
  transaction: Transaction,
  actor: User,
  { address }: Client,
  action: AuditAction,
): Promise<void> {
  return recordAuthEvent(transaction, { actor, action, address, traits: { provider: 'email' } });
}
