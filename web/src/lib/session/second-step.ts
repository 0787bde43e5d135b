/**
 * Whether a session still lacks its second step: the account has a verified factor, and the session was begun with a
 * password alone. The same rule as the auth client's getAuthenticatorAssuranceLevel, without its detour, so that
 * nothing behind the gate is drawn first. It only decides the screen; the database protects the data.
 */
import type { Factor, Session } from '@supabase/supabase-js';
import { claimsOf } from './token-claims.ts';

export function lacksSecondStep(session: Session): boolean {
  return verifiedFactors(session).length > 0 && claimsOf(session.access_token).aal !== 'aal2';
}

/** @returns the apps that can give a code, the first one added first */
export function verifiedFactors(session: Session): readonly Factor[] {
  const factors = session.user.factors ?? [];
  return factors
    .filter(({ factor_type: type, status }) => type === 'totp' && status === 'verified')
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}
