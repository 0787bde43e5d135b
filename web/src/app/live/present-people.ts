/** Who else has the workspace open at this moment, as their browsers say it. */
import { useSyncExternalStore } from 'react';
import { follow, followedPerson } from '../../lib/following.ts';

export interface PresentPerson {
  readonly userId: string;
  /** The pages on their screens, as far as others may know of them. */
  readonly pageIds: readonly string[];
}

/** The state that a screen tracks of itself. */
export interface PresenceState {
  readonly userId: string;
  readonly pageId: string | null;
}

let present: readonly PresentPerson[] = [];
const watchers = new Set<() => void>();

export function setPresentPeople(people: readonly PresentPerson[]): void {
  present = people;
  const followed = followedPerson();
  if (followed !== undefined && people.every(({ userId }) => userId !== followed)) follow(undefined);
  for (const tell of watchers) tell();
}

export function usePresentPeople(): readonly PresentPerson[] {
  return useSyncExternalStore(watch, () => present);
}

/** @param screens as their browsers announce them, which may say anything */
export function readPresence(screens: readonly unknown[], ownUserId: string): readonly PresentPerson[] {
  const pagesOf = new Map<string, Set<string>>();
  for (const screen of screens) {
    if (!isScreen(screen) || screen.userId === ownUserId) continue;
    const pages = pagesOf.get(screen.userId) ?? new Set();
    pagesOf.set(screen.userId, pages);
    if (typeof screen.pageId === 'string') pages.add(screen.pageId);
  }
  return [...pagesOf].map(([userId, pages]) => ({ userId, pageIds: [...pages] }));
}

function isScreen(screen: unknown): screen is { readonly userId: string; readonly pageId?: unknown } {
  return (
    typeof screen === 'object' && screen !== null && 'userId' in screen && typeof screen.userId === 'string'
  );
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
