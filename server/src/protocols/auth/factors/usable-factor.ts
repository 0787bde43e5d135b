/** Which factors can be used here. Others may be in a database that was Supabase's before. */
import { AuthError } from '../errors.ts';
import type { Factor } from '../store/factors.ts';

/** @throws {AuthError} `mfa_phone_verify_not_enabled`, `mfa_webauthn_verify_not_enabled` */
export function requireUsableFactor(factor: Factor): void {
  switch (factor.factor_type) {
    case 'totp':
      return;
    case 'phone':
      throw new AuthError('mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
    case 'webauthn':
      throw new AuthError('mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn');
  }
}
