/** Remembers in this browser who has files that the server does not have yet: nobody else waits for what uploads them. */
const PREFIX = 'unsent-files:';

export function noteUnsentFiles(userId: string, areThere: boolean): void {
  try {
    if (areThere) localStorage.setItem(PREFIX + userId, '');
    else localStorage.removeItem(PREFIX + userId);
  } catch {
    // Without storage, nothing is kept in any case.
  }
}

export function hasUnsentFiles(userId: string): boolean {
  try {
    return localStorage.getItem(PREFIX + userId) !== null;
  } catch {
    return false;
  }
}
