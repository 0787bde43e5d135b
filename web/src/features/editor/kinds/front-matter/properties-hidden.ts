/** Whether this device hides the properties of pages. */
import { useSyncExternalStore } from 'react';
import { read, store } from '../../../../lib/browser/storage/stored-value.ts';

const KEY = 'trellis-properties-hidden';
const listeners = new Set<() => void>();
let isHidden: boolean | undefined;

export function usePropertiesHidden(): boolean {
  return useSyncExternalStore(subscribe, getHidden);
}

function getHidden(): boolean {
  isHidden ??= read(KEY, (value) => typeof value === 'boolean') ?? false;
  return isHidden;
}

export function setPropertiesHidden(next: boolean): void {
  isHidden = next;
  store(KEY, next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
