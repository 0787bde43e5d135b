/**
 * POST /otp: mails a link and a code to sign in with, and makes an account unless one exists. The answer is the
 * same, and as quick, whether there is one, and whether one may be made: Supabase's tells.
 */
import { z } from 'zod';
import type { Transaction } from '../../database/database.ts';
import { insertSignUp } from './account/insert-account.ts';
import { maySignUp } from './account/require-sign-up.ts';
import { recordAuthEvent } from './audit/record-event.ts';
import type { AuthServices, Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import type { Written } from './links/commit-then-mail.ts';
import { putPendingLink } from './links/pending-link.ts';
import type { OrderWriter } from './mail-orders/fill-orders.ts';
import { orderMail } from './mail-orders/order-mail.ts';
import { readClient } from './request/client.ts';
import { codeChallengeFields, readCodeChallenge } from './request/code-challenge.ts';
import { readEmail } from './request/email-address.ts';
import { redirectTarget } from './request/redirect-target.ts';
import { optionalObject, optionalText, readBody } from './request/request-body.ts';
import { mergeMetadata } from './request/user-metadata.ts';
import type { MailOrder } from './store/mail-orders.ts';
import { deleteUnclaimedUser, lockUserByEmail, type User, updateUserRow } from './store/users.ts';

const bodySchema = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z.boolean().nullish(),
  data: optionalObject,
  channel: optionalText,
  ...codeChallengeFields,
});

export const otp: Operation = async (context, auth) => {
  const body = await readBody(context, bodySchema);
  checkBody(body);
  const order: MailOrder = {
    kind: 'sign_in',
    email: readEmail(body.email),
    metadata: (body.create_user ?? true) ? mergeMetadata({}, body.data ?? {}) : undefined,
    challenge: readCodeChallenge(body),
    redirectTo: redirectTarget(auth.config, context.req.query('redirect_to')),
    address: readClient(context, auth).address,
  };
  await orderMail(auth, 'mail_otp', order);
  return context.json({});
};

function checkBody({ email, phone, channel }: z.output<typeof bodySchema>): void {
  if (email !== '' && phone !== '')
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided');
  if (email !== '' && channel !== '')
    throw new AuthError('validation_failed', 'Channel should only be specified with Phone OTP');
  if (phone !== '') throw new AuthError('phone_provider_disabled', 'Unsupported phone provider');
  if (email === '') throw new AuthError('validation_failed', 'One of email or phone must be set');
}

export const writeSignIn: OrderWriter = async (auth, transaction, order) => {
  const { email, metadata, redirectTo, challenge, address } = order;
  const known = await lockUserByEmail(transaction, email);
  if (known) return writeKnown(auth, transaction, order, known);
  const create = metadata && (await maySignUp(auth, transaction, email));
  const user = create && (await insertSignUp(transaction, { email, metadata, passwordHash: null }));
  if (!user) return { result: undefined };
  await recordAuthEvent(transaction, {
    actor: user,
    action: 'user_confirmation_requested',
    address,
    traits: { provider: 'email' },
  });
  const request = { kind: 'signup', user, address: email, redirectTo, challenge } as const;
  const link = await putPendingLink(auth, transaction, request);
  return { result: undefined, link, undo: (later) => deleteUnclaimedUser(later, user.id) };
};

async function writeKnown(
  auth: AuthServices,
  transaction: Transaction,
  { email, redirectTo, challenge, address }: MailOrder,
  user: User,
): Promise<Written<void>> {
  const confirmed = user.email_confirmed_at !== null;
  await recordAuthEvent(transaction, {
    actor: user,
    action: confirmed ? 'user_recovery_requested' : 'user_confirmation_requested',
    address,
  });
  const kind = confirmed ? 'magiclink' : 'signup';
  const link = await putPendingLink(auth, transaction, { kind, user, address: email, redirectTo, challenge });
  if (confirmed) return { result: undefined, link };
  // This mail confirms the account without its password, which may then be a stranger's: it does not outlive this.
  await updateUserRow(transaction, user.id, { encrypted_password: null });
  const { encrypted_password } = user;
  return {
    result: undefined,
    link,
    undo: (later) => updateUserRow(later, user.id, { encrypted_password }),
  };
}
