/**
 * Whoever signs up in order to join need not be asked again once they have an account, also when a mail's link brings them
 * back in another tab. Kept in this browser, so that no address alone can make anybody join anything.
 */
const KEY = 'trellis-joining';

export function beginJoining(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // They are asked again then.
  }
}

/** @returns whether the person signed up for this invitation here; true once */
export function endJoining(token: string): boolean {
  try {
    if (localStorage.getItem(KEY) !== token) return false;
    localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
