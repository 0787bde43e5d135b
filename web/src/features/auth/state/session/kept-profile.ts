/** The signed-in person's profile as this browser last saw it, for a start without a connection. */
import type { Profile } from '../../../../lib/session/signed-in.ts';

const KEY = 'trellis-profile';

/** @returns null when none is kept for this person */
export function readKeptProfile(userId: string): Profile | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'id' in kept && kept.id === userId
      ? (kept as Profile)
      : null;
  } catch {
    return null;
  }
}

export function keepProfile(profile: Profile | null): void {
  try {
    if (profile) localStorage.setItem(KEY, JSON.stringify(profile));
    else localStorage.removeItem(KEY);
  } catch {
    // Read from the server at the next visit.
  }
}
