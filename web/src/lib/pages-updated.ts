/**
 * Tells every view and every tab of this browser of changes to pages: a window event here, a storage event
 * elsewhere. Views of other data ask for nothing.
 */
import { useWindowEvent } from './browser/window-events.ts';
import { formatPagesChange, type PagesChange, parsePagesChange, readPagesChange } from './pages-change.ts';

const EVENT = 'pages-updated';
const STORAGE_KEY = 'pages-updated';

export function announcePagesUpdated(change: PagesChange): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: change }));
  try {
    // Other tabs hear of it only when the value changes.
    localStorage.setItem(STORAGE_KEY, formatPagesChange(change));
  } catch {
    // Without storage the other tabs refresh when they get the focus.
  }
}

/** Calls `listener` whenever pages changed, in this tab or in another. */
export function usePagesUpdated(listener: (change: PagesChange) => void): void {
  useWindowEvent('storage', (event) => {
    if (event.key === STORAGE_KEY) listener(parsePagesChange(event.newValue));
  });
  useWindowEvent(EVENT, (event) => listener(readPagesChange((event as CustomEvent<unknown>).detail)));
}
