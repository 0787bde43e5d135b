/**
 * The pages that are open in this tab, for those who must not get in front of what was typed there: a rename in the
 * tree, a sign-out. Others learn who has them open. The editor enters them; nobody else knows the editor.
 */

const open = new Map<string, () => Promise<void>>();
const watchers = new Set<() => void>();

function tellWatchers(): void {
  for (const tell of watchers) tell();
}

export const openPageIds = (): readonly string[] => [...open.keys()];

/** @returns how to stop */
export function watchOpenPages(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/**
 * @param save sends the unsaved text to the server; never rejects
 * @returns the function that removes the page again
 */
export function enterOpenPage(pageId: string, save: () => Promise<void>): () => void {
  open.set(pageId, save);
  tellWatchers();
  return () => {
    if (open.get(pageId) !== save) return;
    open.delete(pageId);
    tellWatchers();
  };
}

/** Saves a page's unsaved text, if it is open. */
export async function saveOpenPage(pageId: string): Promise<void> {
  await open.get(pageId)?.();
}

export async function saveOpenPages(): Promise<void> {
  await Promise.all([...open.values()].map((save) => save()));
}
