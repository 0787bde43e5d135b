/**
 * Whether the server can be reached, as far as this browser knows: what the system says about its network, and how
 * the last request to the server went. After a failed one the server is asked again until it answers.
 */
import { useSyncExternalStore } from 'react';
import { noteFailedRequest } from '../errors/failed-request.ts';
import { readConfiguration } from './configuration.ts';

const ASK_AGAIN_MS = 5000;
const PATIENCE_MS = 5000;

let isReachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

window.addEventListener('online', () => (isReachable ? notify() : void ask()));
window.addEventListener('offline', notify);

export function isConnected(): boolean {
  return navigator.onLine && isReachable;
}

/** Calls the listener after every change; returns the way to stop. */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useIsConnected(): boolean {
  return useSyncExternalStore(watchConnection, isConnected);
}

/** `fetch`, noticing whether the server answered. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(input, init);
    setReachable(true);
    noteFailedRequest(answer);
    return answer;
  } catch (error) {
    // Given up by the app itself, which says nothing about the server.
    const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
    if (!isGivenUp) setReachable(false);
    throw error;
  }
}

function setReachable(next: boolean): void {
  clearTimeout(timer);
  if (!next) timer = setTimeout(ask, ASK_AGAIN_MS);
  if (next === isReachable) return;
  isReachable = next;
  notify();
}

async function ask(): Promise<void> {
  try {
    // Any answer will do, also an opaque one.
    await fetch(`${readConfiguration().supabaseUrl}/auth/v1/health`, {
      mode: 'no-cors',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    setReachable(true);
  } catch {
    setReachable(false);
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}
