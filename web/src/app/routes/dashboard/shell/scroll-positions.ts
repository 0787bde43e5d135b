/** How far each entry of the tab's history was scrolled, for as long as the tab is there. */
import type { ScrollAnchor } from '../../../../lib/browser/scroll-anchors.ts';

const STORAGE_KEY = 'trellis-scroll';
// The browser keeps about as many entries.
const MOST = 50;

export interface ScrollPosition {
  readonly top: number;
  /** The text at the top, where that is known. */
  readonly anchor?: ScrollAnchor | undefined;
}

// The one that was scrolled last stands last.
const positions = new Map<string, ScrollPosition>(read());

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MOST)));
  } catch {
    // Another document, or a reload, begins at the top then.
  }
});

export function positionOf(entry: string): ScrollPosition | undefined {
  return positions.get(entry);
}

export function rememberPosition(entry: string, position: ScrollPosition): void {
  positions.delete(entry);
  positions.set(entry, position);
}

/** In this tab, only this module writes there. */
function read(): [string, ScrollPosition][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return [];
  }
}
