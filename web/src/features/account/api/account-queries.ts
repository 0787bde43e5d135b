/** How a person signs in, and where they are signed in: the one place where these queries get their keys. */
import { queryOptions } from '@tanstack/react-query';
import { toAuthError, toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import { type Device, deviceOf } from '../state/device.ts';

export interface AuthenticatorApp {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly addedAt: string;
}

export interface SignedInDevice extends Device {
  readonly sessionId: string;
  /** ISO 8601. */
  readonly lastActiveAt: string;
  /** ISO 8601. */
  readonly signedInAt: string;
  readonly isCurrent: boolean;
}

export function authenticatorAppsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.account.authenticatorApps(userId),
    queryFn: listAuthenticatorApps,
  });
}

/** Invited or mail-only accounts may have no password. */
export function hasPasswordQuery(userId: string) {
  return queryOptions({ queryKey: queryKeys.account.hasPassword(userId), queryFn: hasPassword });
}

export function devicesQuery(userId: string) {
  return queryOptions({ queryKey: queryKeys.account.devices(userId), queryFn: listDevices });
}

/** @throws {AppError} */
async function listAuthenticatorApps(): Promise<readonly AuthenticatorApp[]> {
  const { data, error } = await supabase.auth.mfa.listFactors();
  if (error) throw toAuthError(error);
  return data.totp
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
    .map(({ id, friendly_name: name, created_at: addedAt }) => ({
      id,
      name: name || 'Authenticator app',
      addedAt,
    }));
}

/** @throws {AppError} */
async function hasPassword(): Promise<boolean> {
  const { data, error, status } = await supabase.rpc('has_password');
  if (error) throw toDataError(error, status);
  return data;
}

/** @throws {AppError} */
async function listDevices(): Promise<readonly SignedInDevice[]> {
  const { data, error, status } = await supabase.rpc('list_my_sessions');
  if (error) throw toDataError(error, status);
  return data.map((session) => ({
    ...deviceOf(session.user_agent),
    sessionId: session.id,
    lastActiveAt: session.last_active_at,
    signedInAt: session.signed_in_at,
    isCurrent: session.is_current,
  }));
}
