/** Who else has the workspace open at this moment, as their browsers say it. */
import { useSyncExternalStore } from 'react';
import type { Presence } from '../../lib/live-channel.ts';

export interface PresentPerson {
  readonly userId: string;
  /** The pages on their screens, as far as others may know of them. */
  readonly pageIds: readonly string[];
}

/** What a screen tells of itself. */
export interface Whereabouts {
  readonly pageId: string | null;
}

let present: readonly PresentPerson[] = [];
const watchers = new Set<() => void>();

export function setPresentPeople(people: readonly PresentPerson[]): void {
  present = people;
  for (const tell of watchers) tell();
}

export function usePresentPeople(): readonly PresentPerson[] {
  return useSyncExternalStore(watch, () => present);
}

/** @param told as it came from their browsers, which may say anything */
export function readPresence(told: Presence, ownUserId: string): readonly PresentPerson[] {
  return Object.entries(told)
    .filter(([userId]) => userId !== ownUserId)
    .map(([userId, screens]) => ({
      userId,
      pageIds: [...new Set(screens.flatMap((screen) => pageIdOf(screen) ?? []))],
    }))
    .toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
}

function pageIdOf(screen: unknown): string | undefined {
  if (typeof screen !== 'object' || screen === null || !('pageId' in screen)) return undefined;
  return typeof screen.pageId === 'string' ? screen.pageId : undefined;
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
