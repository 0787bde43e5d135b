/** When a session is too old to use, and when to renew it (specification sections 4 and 9). */
import { SESSION_REFRESH_THRESHOLD_S } from '../../../lib/limits.ts';

interface Expiring {
  /** Seconds since 1970. */
  readonly expires_at?: number | undefined;
}

/** @param now milliseconds since 1970 */
export function isExpired(session: Expiring, now: number): boolean {
  return session.expires_at !== undefined && session.expires_at < now / 1000;
}

/** @param now milliseconds since 1970 */
export function needsRefresh(session: Expiring, now: number): boolean {
  return session.expires_at !== undefined && session.expires_at - now / 1000 < SESSION_REFRESH_THRESHOLD_S;
}
