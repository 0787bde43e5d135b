/**
 * POST /admin/generate_link: the link and the code that a mail would hold, for operators who send their own
 * mails. Nothing is mailed here.
 */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { insertAccount } from '../account/insert-account.ts';
import { ADMIN, recordAuthEvent } from '../audit/record-event.ts';
import type { AuthServices, Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { emailExists } from '../links/confirm-email.ts';
import type { LinkKind } from '../links/link-kinds.ts';
import { putLink } from '../links/put-link.ts';
import { readClient } from '../request/client.ts';
import { readEmail } from '../request/email-address.ts';
import { checkNewPassword } from '../request/new-password.ts';
import { redirectTarget } from '../request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from '../request/request-body.ts';
import { mergeMetadata } from '../request/user-metadata.ts';
import { findUserByEmail, lockUserByEmail, type User, updateUserRow } from '../store/users.ts';
import { accountJson } from './load-account.ts';
import { prepareInvitation } from './prepare-invitation.ts';

const bodySchema = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalObject,
  redirect_to: optionalText,
});

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change_new';

interface LinkOrder {
  readonly type: LinkType;
  readonly email: string;
  readonly newEmail: string | undefined;
  readonly passwordHash: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The client's, for the audit log. */
  readonly address: string;
}

export const generateLink: Operation = async (context, auth) => {
  const body = await readBody(context, bodySchema);
  const redirectTo = redirectTarget(auth.config, body.redirect_to || context.req.query('redirect_to'));
  const order = await readOrder(auth, body, readClient(context, auth).address);
  const json = await auth.database.asOwner(async (transaction) => {
    const user = await prepareAccount(transaction, order);
    const link = await putLink(auth, transaction, {
      kind: kindOf(order.type),
      user,
      address: order.newEmail ?? order.email,
      redirectTo,
      challenge: undefined,
      needsClick: false,
    });
    return {
      ...(await accountJson(transaction, user.id)),
      action_link: link.url,
      email_otp: link.code,
      hashed_token: link.token,
      verification_type: order.type,
      redirect_to: redirectTo,
    };
  });
  return context.json(json);
};

async function readOrder(
  auth: AuthServices,
  body: z.output<typeof bodySchema>,
  address: string,
): Promise<LinkOrder> {
  const email = readEmail(body.email);
  const exists = await auth.database.asOwner((transaction) => findUserByEmail(transaction, email));
  // A magic link for nobody makes an account.
  const type = body.type === 'magiclink' && !exists ? 'signup' : readType(body.type);
  const metadata = mergeMetadata({}, body.data ?? {});
  return {
    type,
    email,
    newEmail: type === 'email_change_new' ? readEmail(body.new_email) : undefined,
    passwordHash: body.type === 'signup' ? await readPassword(auth, body.password, !exists) : undefined,
    metadata,
    address,
  };
}

/** @throws {AuthError} `validation_failed` */
function readType(type: string): LinkType {
  switch (type) {
    case 'signup':
    case 'invite':
    case 'magiclink':
    case 'recovery':
    case 'email_change_new':
      return type;
    case 'email_change_current':
      throw new AuthError(
        'validation_failed',
        'Enable secure email change to generate link for current email',
      );
    default:
      throw new AuthError('validation_failed', `Invalid email action link type requested: ${type}`);
  }
}

/** Outside a transaction: hashing takes long and may wait. */
async function readPassword(
  auth: AuthServices,
  password: string,
  required: boolean,
): Promise<string | undefined> {
  if (password === '' && !required) return undefined;
  if (password === '') throw new AuthError('validation_failed', 'Signup requires a valid password');
  checkNewPassword(auth, password);
  return auth.passwords.hash(password);
}

function kindOf(type: LinkType): LinkKind {
  return type === 'email_change_new' ? 'email_change' : type;
}

/** @returns the account that the link is for, locked and as the link needs it */
async function prepareAccount(transaction: Transaction, order: LinkOrder): Promise<User> {
  switch (order.type) {
    case 'invite':
      return (await prepareInvitation(transaction, { ...order, actor: ADMIN })).user;
    case 'signup':
      return prepareSignup(transaction, order);
    case 'magiclink':
    case 'recovery':
      return prepareRecovery(transaction, order);
    case 'email_change_new':
      return prepareEmailChange(transaction, order);
  }
}

async function prepareSignup(transaction: Transaction, order: LinkOrder): Promise<User> {
  const { email, metadata, passwordHash } = order;
  const user = await lockUserByEmail(transaction, email);
  if (!user) {
    const created = await insertAccount(transaction, { email, metadata, passwordHash: passwordHash ?? null });
    if (!created) throw emailExists();
    return created;
  }
  if (user.email_confirmed_at !== null) throw emailExists();
  return updateUserRow(transaction, user.id, {
    // Never that of an earlier sign-up, which may be a stranger's.
    encrypted_password: passwordHash ?? null,
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, metadata),
  });
}

async function prepareRecovery(transaction: Transaction, { email, address }: LinkOrder): Promise<User> {
  const user = await lockExisting(transaction, email);
  await recordAuthEvent(transaction, { actor: user, action: 'user_recovery_requested', address });
  return user;
}

async function prepareEmailChange(transaction: Transaction, order: LinkOrder): Promise<User> {
  const { email, newEmail = '' } = order;
  const user = await lockExisting(transaction, email);
  const owner = await findUserByEmail(transaction, newEmail);
  if (owner) throw emailExists();
  return updateUserRow(transaction, user.id, { email_change: newEmail });
}

async function lockExisting(transaction: Transaction, email: string): Promise<User> {
  const user = await lockUserByEmail(transaction, email);
  if (!user) throw new AuthError('user_not_found', 'User with this email not found', { status: 404 });
  return user;
}
