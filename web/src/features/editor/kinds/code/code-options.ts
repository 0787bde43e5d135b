/** How this device shows code: with the numbers of its lines or without, wrapped or to be scrolled. */
import { useSyncExternalStore } from 'react';
import { read, store } from '../../../../lib/browser/storage/stored-value.ts';

export interface CodeOptions {
  readonly hasNumbers: boolean;
  readonly wraps: boolean;
}

const KEY = 'trellis-code-options';
const listeners = new Set<() => void>();
let options: CodeOptions | undefined;

export function useCodeOptions(): CodeOptions {
  return useSyncExternalStore(subscribe, getCodeOptions);
}

export function getCodeOptions(): CodeOptions {
  options ??= read(KEY, isCodeOptions) ?? { hasNumbers: false, wraps: true };
  return options;
}

export function setCodeOptions(next: CodeOptions): void {
  options = next;
  store(KEY, next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isCodeOptions(value: unknown): value is CodeOptions {
  return (
    typeof value === 'object' &&
    value !== null &&
    'hasNumbers' in value &&
    typeof value.hasNumbers === 'boolean' &&
    'wraps' in value &&
    typeof value.wraps === 'boolean'
  );
}
