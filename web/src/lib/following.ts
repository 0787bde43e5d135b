/**
 * The person whose caret this screen keeps in sight. The bar above the app names the person, and the editor scrolls. It
 * ends as soon as one scrolls, types, clicks or goes back oneself.
 */
import { useSyncExternalStore } from 'react';

/** Marks controls that begin and end it themselves. */
export const FOLLOW_CONTROLS = { 'data-follow-controls': '' };

const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'popstate'];
// A keyboard gets to the button that ends it by these.
const HARMLESS_KEYS: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);

let followed: string | undefined;
let listening = new AbortController();
const watchers = new Set<() => void>();

export const followedPerson = (): string | undefined => followed;

/** @returns how to stop */
export function watchFollowed(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

export function useFollowedPerson(): string | undefined {
  return useSyncExternalStore(watchFollowed, followedPerson);
}

/** @param userId undefined ends it */
export function follow(userId: string | undefined): void {
  listening.abort();
  followed = userId;
  if (userId !== undefined) {
    listening = new AbortController();
    const { signal } = listening;
    for (const type of OWN_MOVES)
      window.addEventListener(type, onOwnMove, { capture: true, passive: true, signal });
  }
  for (const tell of watchers) tell();
}

function onOwnMove(event: Event): void {
  const key = event instanceof KeyboardEvent ? event.key : undefined;
  if (key !== undefined && HARMLESS_KEYS.has(key)) return;
  const isOnControl = event.target instanceof Element && event.target.closest('[data-follow-controls]');
  if (isOnControl && key !== 'Escape') return;
  follow(undefined);
}
