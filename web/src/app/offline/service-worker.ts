/**
 * Brings the service worker into this browser and notices when a newer build has taken over while a page is open. The
 * worker itself is in web/service-worker.
 */
import { useSyncExternalStore } from 'react';

const LOOK_EVERY_MS = 60 * 60_000;

/** Over plain HTTP, and in some private windows, browsers let no page keep its code. */
export const CAN_OPEN_OFFLINE = 'serviceWorker' in navigator;

let isNewBuildReady = false;
let isStarted = false;
const listeners = new Set<() => void>();

/** @returns whether the next visit will be on another build than this page */
export function useServiceWorker(): boolean {
  return useSyncExternalStore(subscribe, () => isNewBuildReady);
}

/** Once per page, and only after sign-in: a visitor of the landing page needs no copy of the app. */
function start(): void {
  if (isStarted || !import.meta.env.PROD || !CAN_OPEN_OFFLINE) return;
  isStarted = true;
  const { serviceWorker } = navigator;
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) announce();
    isFirst = false;
  });
  serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).then(
    (registration) => {
      // Without a connection there is nothing to find out.
      const look = () => void registration.update().catch(() => undefined);
      setInterval(look, LOOK_EVERY_MS);
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
    },
    () => {
      // Switched off, or storage is full: the app then needs its connection.
    },
  );
}

function announce(): void {
  isNewBuildReady = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  start();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
