/** The titles of the reset screen's failures. */
import type { ErrorCode } from '../../../lib/errors/error-catalogue.ts';

const TITLES: Partial<Record<ErrorCode, string>> = {
  PASSWORDS_MISMATCH: "Passwords Don't Match",
  WEAK_PASSWORD: 'Password Too Weak',
  TOKEN_EXPIRED: 'Reset Link Expired',
  INVALID_TOKEN: 'Reset Link Expired',
  NETWORK_ERROR: 'Connection Error',
};

export function resetFailureTitle(code: ErrorCode): string {
  return TITLES[code] ?? 'Reset Failed';
}

/** Whether only a new link helps. */
export function isLinkSpent(code: ErrorCode): boolean {
  return code === 'TOKEN_EXPIRED' || code === 'INVALID_TOKEN';
}
