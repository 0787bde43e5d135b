/**
 * The rows of a list of which some may be removed: a removed row that had the focus hands it to the row that takes its
 * place, there to the control like the one that had it, and the last row of all to the screen.
 */
import type { RefCallback } from 'react';
import { focusScreenIfLost } from './screen.ts';

const CONTROLS = 'a[href], button, input, [tabindex="0"]';

interface Place {
  readonly row: Element;
  readonly rowIndex: number;
  readonly controlIndex: number;
}

/** The ref of the element whose children are the rows. */
export const keepFocusInRows: RefCallback<HTMLElement> = (list: HTMLElement) => {
  let place: Place | undefined;
  const remember = ({ target }: FocusEvent) => {
    place = target instanceof Element ? placeOf(list, target) : undefined;
  };
  const forget = () => {
    // The browser sends the same event for a removed element and a left one.
    queueMicrotask(() => {
      if (place?.row.isConnected && !place.row.contains(document.activeElement)) place = undefined;
    });
  };
  const handOn = () => {
    if (!place || place.row.isConnected || document.activeElement !== document.body) return;
    const { rowIndex, controlIndex } = place;
    const row = list.children[Math.min(rowIndex, list.children.length - 1)];
    const controls = row ? controlsOf(row) : [];
    controls[Math.min(controlIndex, controls.length - 1)]?.focus();
    focusScreenIfLost();
  };
  const observer = new MutationObserver(handOn);
  observer.observe(list, { childList: true });
  list.addEventListener('focusin', remember);
  list.addEventListener('focusout', forget);
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', remember);
    list.removeEventListener('focusout', forget);
    // The list goes with its last row.
    if (place) queueMicrotask(focusScreenIfLost);
  };
};

function placeOf(list: HTMLElement, target: Element): Place | undefined {
  const rowIndex = [...list.children].findIndex((row) => row.contains(target));
  const row = list.children[rowIndex];
  if (!row) return undefined;
  const controlIndex = controlsOf(row).findIndex((control) => control.contains(target));
  return { row, rowIndex, controlIndex: Math.max(0, controlIndex) };
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)];
}
