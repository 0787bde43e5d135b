/**
 * Remembers in this browser which pages have edits that the server does not have yet, by the names of their drafts. An
 * open page sends its own; the others are sent when the server answers again.
 */
const PREFIX = 'unsent:';

export function noteUnsent(name: string, isUnsent: boolean): void {
  try {
    if (!isUnsent) localStorage.removeItem(PREFIX + name);
    else if (localStorage.getItem(PREFIX + name) === null) localStorage.setItem(PREFIX + name, '');
  } catch {
    // Without storage, the edits are sent when the page is opened next.
  }
}

/** @returns the ids of a person's pages: what follows the person's id in the names */
export function unsentPages(userId: string): readonly string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const [, pageId] = key.startsWith(PREFIX) ? key.split(`${userId}-`) : [];
      return pageId ?? [];
    });
  } catch {
    return [];
  }
}
