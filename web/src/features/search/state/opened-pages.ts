/** Which pages a person opened last in this browser: ids alone, since names change. */

const MOST = 8;

function keyOf(userId: string): string {
  return `trellis-opened-${userId}`;
}

/** @returns the latest first */
export function openedPages(userId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberOpened(userId: string, pageId: string): void {
  const ids = [pageId, ...openedPages(userId).filter((id) => id !== pageId)].slice(0, MOST);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(ids));
  } catch {
    // A browser without storage remembers nothing.
  }
}
