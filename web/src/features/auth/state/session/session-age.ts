/** When to renew a session. An expired one is the auth client's affair: it gives none out. */
import { SESSION_REFRESH_THRESHOLD_S } from '../../../../lib/timings.ts';

interface Expiring {
  /** Seconds since 1970. */
  readonly expires_at?: number | undefined;
}

/** @param now milliseconds since 1970 */
export function needsRefresh(session: Expiring, now: number): boolean {
  return session.expires_at !== undefined && session.expires_at - now / 1000 < SESSION_REFRESH_THRESHOLD_S;
}
