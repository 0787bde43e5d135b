/** Which pages a person opened last in this browser, the latest first: ids alone, since names change. */
import { useSyncExternalStore } from 'react';

// More than is shown anywhere: some are in other workspaces, some are deleted by now.
const MOST = 50;

const listeners = new Set<() => void>();
let known: { readonly userId: string; readonly ids: readonly string[] } | undefined;

// Written by another tab.
window.addEventListener('storage', ({ key }) => {
  if (known && key === keyOf(known.userId)) change(undefined);
});

export function useOpenedPages(userId: string): readonly string[] {
  return useSyncExternalStore(subscribe, () => openedPages(userId));
}

export function rememberOpened(userId: string, pageId: string): void {
  const ids = [pageId, ...openedPages(userId).filter((id) => id !== pageId)].slice(0, MOST);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(ids));
  } catch {
    // Kept for this visit only.
  }
  change({ userId, ids });
}

export function forgetOpened(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // There was nothing.
  }
  change(undefined);
}

function openedPages(userId: string): readonly string[] {
  // The same list as long as nothing changes, as React asks of a store.
  if (known?.userId !== userId) known = { userId, ids: read(userId) };
  return known.ids;
}

function read(userId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function change(next: typeof known): void {
  known = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keyOf(userId: string): string {
  return `trellis-opened-${userId}`;
}
