/** The types of second factors that the protocol has, and those of them that this server has. */
import { AuthError } from '../../errors.ts';
import type { Factor } from '../../store/factors.ts';
import type { FactorType } from './factor-type.ts';
import { totpFactor } from './totp/totp-factor.ts';

/** @throws {AuthError} `mfa_phone_enroll_not_enabled`, `mfa_webauthn_enroll_not_enabled`, `validation_failed` */
export function typeToEnroll(name: string): FactorType {
  switch (name) {
    case 'totp':
      return totpFactor;
    case 'phone':
      throw new AuthError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    case 'webauthn':
      throw new AuthError('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    default:
      throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
}

/**
 * A database that was Supabase's before may hold factors of types that this server does not have.
 * @throws {AuthError} `mfa_phone_verify_not_enabled`, `mfa_webauthn_verify_not_enabled`
 */
export function typeOf(factor: Factor): FactorType {
  switch (factor.factor_type) {
    case 'totp':
      return totpFactor;
    case 'phone':
      throw new AuthError('mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
    case 'webauthn':
      throw new AuthError('mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn');
  }
}
