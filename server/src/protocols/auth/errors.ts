/**
 * Every refusal of Supabase Auth's protocol, as one closed union of its `error_code` values
 * (https://supabase.com/docs/guides/auth/debugging/error-codes), each with its status.
 * respond/error-response.ts renders them.
 */
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const STATUS = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  current_password_invalid: 400,
  current_password_required: 400,
  email_exists: 422,
  email_not_confirmed: 400,
  feature_disabled: 404,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  identity_not_found: 422,
  insufficient_aal: 403,
  invalid_credentials: 400,
  manual_linking_disabled: 404,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 404,
  mfa_ip_address_mismatch: 422,
  mfa_phone_enroll_not_enabled: 422,
  mfa_phone_verify_not_enabled: 422,
  mfa_totp_verify_not_enabled: 422,
  mfa_verification_failed: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  mfa_webauthn_verify_not_enabled: 422,
  no_authorization: 401,
  not_admin: 403,
  otp_disabled: 422,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  passkey_disabled: 404,
  phone_provider_disabled: 400,
  provider_disabled: 400,
  provider_email_needs_verification: 422,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_entity_too_large: 413,
  // For a slow body; upstream uses it for slow processing.
  request_timeout: 408,
  same_password: 422,
  saml_provider_disabled: 404,
  session_not_found: 403,
  signup_disabled: 422,
  single_identity_not_deletable: 422,
  too_many_enrolled_mfa_factors: 422,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 403,
  validation_failed: 400,
  weak_password: 422,
  web3_provider_disabled: 422,
  // Supabase's router answers these two without a code.
  method_not_allowed: 405,
  not_found: 404,
} as const satisfies Record<string, ContentfulStatusCode>;

export type AuthErrorCode = keyof typeof STATUS;

export interface AuthErrorDetails {
  /** Overrides the code's usual status, where the protocol does. */
  readonly status?: ContentfulStatusCode;
  /** Rules that a password breaks, for `weak_password`; or the fault of a provider's address (oidc/claims.ts). */
  readonly reasons?: readonly string[];
  /** Seconds until the same request may succeed: the answer's `Retry-After`. */
  readonly retryAfter?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** A refusal whose message may be shown: it reveals nothing that the caller must not know. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: ContentfulStatusCode;
  readonly reasons: readonly string[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: AuthErrorCode, message: string, details: AuthErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AuthError';
    this.code = code;
    this.status = details.status ?? STATUS[code];
    this.reasons = details.reasons;
    this.retryAfter = details.retryAfter;
  }
}
