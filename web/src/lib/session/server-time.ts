/**
 * The server's time, from the end of the token that it made and how long that still lasts: the device's clock may be wrong, and must not
 * say that something has expired.
 */
import type { SessionStore } from './session-store.ts';
import { claimsOf } from './token-claims.ts';

/** @returns the device's time where there is no session */
export function serverTime(store: Pick<SessionStore, 'secondsLeft'>, accessToken: string | undefined): Date {
  const { exp } = claimsOf(accessToken ?? '');
  const left = store.secondsLeft();
  return typeof exp === 'number' && left !== undefined ? new Date((exp - left) * 1000) : new Date();
}
