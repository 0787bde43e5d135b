/**
 * Tells every view and every tab of this browser of changes to pages: a window event here, a storage event
 * elsewhere. Everything that changed pages at the server announces it here. The cached answers follow in
 * features/pages/state/refresh-pages.ts, an open page in features/document/session/use-page-session.ts; views of
 * other data ask for nothing. Other tabs may run another version of this app.
 */
import { useWindowEvent } from '../browser/window-events.ts';

export type PagesChange =
  /**
   * The texts of a page were saved by its editor. Every tab of this browser that has the page open has them
   * already.
   */
  | {
      readonly kind: 'texts';
      readonly pageId: string;
      /** The page's name as the server has it now. */
      readonly name?: string;
      readonly updatedAt?: string;
    }
  /** Which pages there are, what they are called or where they stand. */
  | { readonly kind: 'tree' }
  /** Which pages the person keeps at hand. */
  | { readonly kind: 'favorites' }
  /** The server has announced the tree's change to this tab. The tree has it already. Without ids it may be of any page. */
  | {
      readonly kind: 'told-tree';
      readonly pageIds?: readonly string[];
      /** Those of them that this person sees no longer. */
      readonly goneIds?: readonly string[];
    }
  /** The server has announced to this tab that a page has other texts, which it did not send. */
  | { readonly kind: 'told-texts'; readonly pageId: string; readonly updatedAt: string }
  /** Unknown: all of it may be different. */
  | { readonly kind: 'anything' };

const EVENT = 'pages-updated';
const STORAGE_KEY = 'pages-updated';

/** For this tab alone: the server tells the others itself. */
export function announceHere(change: PagesChange): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: change }));
}

export function announcePagesUpdated(change: PagesChange): void {
  announceHere(change);
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

const ANYTHING: PagesChange = { kind: 'anything' };

/** @returns the announced change; `anything` where it is not understood */
export function readPagesChange(told: unknown): PagesChange {
  if (typeof told !== 'object' || told === null || !('kind' in told)) return ANYTHING;
  if (told.kind === 'tree' || told.kind === 'favorites') return { kind: told.kind };
  if (told.kind === 'told-tree')
    return {
      kind: 'told-tree',
      ...('pageIds' in told && Array.isArray(told.pageIds) && { pageIds: told.pageIds }),
      ...('goneIds' in told && Array.isArray(told.goneIds) && { goneIds: told.goneIds }),
    };
  if (told.kind === 'told-texts')
    return 'pageId' in told &&
      typeof told.pageId === 'string' &&
      'updatedAt' in told &&
      typeof told.updatedAt === 'string'
      ? { kind: 'told-texts', pageId: told.pageId, updatedAt: told.updatedAt }
      : ANYTHING;
  if (told.kind !== 'texts' || !('pageId' in told) || typeof told.pageId !== 'string') return ANYTHING;
  return {
    kind: 'texts',
    pageId: told.pageId,
    ...('name' in told && typeof told.name === 'string' && { name: told.name }),
    ...('updatedAt' in told && typeof told.updatedAt === 'string' && { updatedAt: told.updatedAt }),
  };
}

/** @param value as it stands in the storage; no two are the same, since other tabs hear of changes only */
export function parsePagesChange(value: string | null): PagesChange {
  try {
    return readPagesChange(JSON.parse(value ?? ''));
  } catch {
    return ANYTHING;
  }
}

export function formatPagesChange(change: PagesChange): string {
  return JSON.stringify({ ...change, announced: `${Date.now()} ${Math.random()}` });
}
