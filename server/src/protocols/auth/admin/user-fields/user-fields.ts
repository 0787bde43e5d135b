/** Validates the account fields that an administrator may set. */
import { z } from 'zod';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors.ts';
import { readEmail } from '../../request/email-address.ts';
import { checkNewPassword } from '../../request/new-password.ts';
import { optionalObject, optionalText } from '../../request/request-body.ts';
import type { Metadata } from '../../store/users.ts';
import { readBanEnd } from './ban-duration.ts';
import { readPasswordHash } from './password-hash.ts';

const MAX_ROLE = 255;

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

export const userSchema = z.object({
  id: optionalText,
  aud: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  password_hash: optionalText,
  email_confirm: flag,
  user_metadata: optionalObject,
  app_metadata: optionalObject,
  ban_duration: optionalText,
});

export interface UserFields {
  readonly email: string | undefined;
  readonly role: string | undefined;
  readonly confirm: boolean;
  readonly metadata: Metadata | undefined;
  readonly appMetadata: Metadata | undefined;
  /** null ends a ban. */
  readonly bannedUntil: Date | null | undefined;
}

/** @throws {AuthError} `validation_failed`, `phone_provider_disabled` */
export function readUserFields(body: z.output<typeof userSchema>): UserFields {
  if (body.phone !== '') throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
  if (body.aud !== '' && body.aud !== 'authenticated')
    throw new AuthError('validation_failed', 'aud can only be authenticated');
  if (body.role.length > MAX_ROLE)
    throw new AuthError('validation_failed', `role cannot be longer than ${MAX_ROLE} characters`);
  return {
    email: body.email === '' ? undefined : readEmail(body.email),
    role: body.role || undefined,
    confirm: body.email_confirm,
    metadata: body.user_metadata,
    appMetadata: body.app_metadata,
    bannedUntil: body.ban_duration === '' ? undefined : readBanEnd(body.ban_duration),
  };
}

/**
 * Call outside a transaction: hashing is slow and may queue.
 * @returns undefined when the body names no password
 * @throws {AuthError} `weak_password`, `validation_failed`
 */
export async function readNewPasswordHash(
  auth: AuthServices,
  body: z.output<typeof userSchema>,
): Promise<string | undefined> {
  const { password, password_hash: hash } = body;
  if (password && hash !== '')
    throw new AuthError('validation_failed', 'Only a password or a password hash should be provided');
  if (hash !== '') return readPasswordHash(hash);
  if (password === undefined || password === null) return undefined;
  checkNewPassword(auth, password);
  return auth.passwords.hash(password);
}
