/** Shortcuts of the whole window. */
import { useWindowEvent } from './window-events.ts';

/** @param press called with keys that nothing on the way has taken for itself */
export function useWindowKeys(press: (event: KeyboardEvent) => void): void {
  useWindowEvent('keydown', (event) => {
    if (!event.defaultPrevented) press(event);
  });
}

/** A dialog, a menu or a list that lies on top has keys of its own. */
export function isInPopup(target: EventTarget | null): boolean {
  return isWithin(target, '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]');
}

/** For the one popup that gives way to the search when its key is pressed once more. */
export const LETS_SEARCH = 'data-lets-search';

export function letsSearch(target: EventTarget | null): boolean {
  return isWithin(target, `[${LETS_SEARCH}]`);
}

/** A character belongs to the text there. */
export function isWriting(target: EventTarget | null): boolean {
  return isWithin(target, 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]');
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
