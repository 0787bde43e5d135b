/**
 * Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits, thirty
 * seconds. A code counts one step early or late, and once (`last_used_step`).
 */
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
// RFC 6238 section 5.2: one step for clocks that differ and for the time it takes to type.
const WINDOW = 1;
// RFC 4226 section 4 asks for 128 bits and recommends 160.
const SECRET_BYTES = 20;

export interface TotpKey {
  /** Base32, for people to type. */
  readonly secret: string;
  /** `otpauth://totp/…`, for apps to read from a QR code. */
  readonly uri: string;
}

/** @param issuer who asks for the codes; apps show it above the account */
export function generateTotpKey(issuer: string, account: string): TotpKey {
  const secret = new Secret({ size: SECRET_BYTES });
  // A colon separates the two in the address.
  const totp = new TOTP({ issuer: issuer.replaceAll(':', ' '), label: account, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/** @returns the time step that the code belongs to; undefined when the code is not of about now */
export function findTotpStep(secret: string, code: string, time = Date.now()): number | undefined {
  // The library takes digits only, but would wait for nothing else to refuse a text of any length.
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S });
  const delta = totp.validate({ token: code, timestamp: time, window: WINDOW });
  return delta === null ? undefined : Math.floor(time / 1000 / PERIOD_S) + delta;
}
