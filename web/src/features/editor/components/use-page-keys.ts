/** The keys of the open page as a whole. */
import { useEffect, useEffectEvent } from 'react';

interface PageKeys {
  /** Left out where the browser's own search finds everything. */
  readonly onFind: ((withReplace: boolean) => void) | undefined;
  readonly onShortcuts: () => void;
}

export function usePageKeys(keys: PageKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target)) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const key = event.key.toLowerCase();
    if (isCommand && (key === 'f' || key === 'h') && keys.onFind) {
      event.preventDefault();
      keys.onFind(key === 'h');
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isWriting(event.target)) {
      event.preventDefault();
      keys.onShortcuts();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** A dialog or a menu has keys of its own. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}
