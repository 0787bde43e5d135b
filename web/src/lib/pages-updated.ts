/** Tells every view and every tab of this browser that pages changed: a window event here, a storage event elsewhere. */
import { useEffect, useEffectEvent } from 'react';

const EVENT = 'pages-updated';
const STORAGE_KEY = 'pages-updated';

export function announcePagesUpdated(): void {
  window.dispatchEvent(new CustomEvent(EVENT));
  try {
    // Other tabs hear of it only when the value changes.
    localStorage.setItem(STORAGE_KEY, `${Date.now()} ${Math.random()}`);
  } catch {
    // Without storage the other tabs refresh when they get the focus.
  }
}

/** Calls `listener` whenever pages changed, in this tab or in another. */
export function usePagesUpdated(listener: () => void): void {
  const onChange = useEffectEvent(listener);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === STORAGE_KEY) onChange();
    };
    const onEvent = () => onChange();
    window.addEventListener(EVENT, onEvent);
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener(EVENT, onEvent);
      window.removeEventListener('storage', onStorage);
    };
  }, []);
}
