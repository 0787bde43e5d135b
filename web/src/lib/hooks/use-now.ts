/** The time, kept up to date for as long as it is shown. */
import { useState, useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

export function useNow(): Date {
  const [clock] = useState(startClock);
  return useSyncExternalStore(clock.subscribe, clock.now);
}

function startClock() {
  let now = new Date();
  return {
    now: () => now,
    subscribe: (listener: () => void) => {
      const tick = () => {
        now = new Date();
        listener();
      };
      const timer = setInterval(tick, TICK_MS);
      return () => clearInterval(timer);
    },
  };
}
