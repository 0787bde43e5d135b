/**
 * Remembers that a person signed up in order to join: once they have an account, the app does not ask again,
 * even in another tab. Kept in this browser, so that no URL alone can make anybody join.
 */
const KEY = 'trellis-joining';

export function beginJoining(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // The app asks again then.
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
