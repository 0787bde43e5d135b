/** The place of the focus while a dialog is open, and after it closes. */
import { useRef, useState } from 'react';
import { focusScreenIfLost, isScreenFocused } from './screen.ts';

interface DialogFocus {
  readonly open: boolean;
  /** Whether the focus goes somewhere else than back to the dialog's opener. */
  readonly keepsFocus: () => boolean;
}

/** @returns props for the dialog's popup */
export function useDialogFocus({ open, keepsFocus }: DialogFocus) {
  const popup = useRef<HTMLDivElement>(null);
  const wasOnScreen = useWasOnScreen(open);
  return {
    ref: popup,
    initialFocus: () => enterDialog(popup.current),
    finalFocus: () => !keepsFocus() && !(wasOnScreen && returnToScreen()),
  };
}

/**
 * The screen as a whole has the focus when its address was just gone to. The library would return it to the first button
 * in there instead.
 */
function useWasOnScreen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false);
  const [wasOnScreen, setWasOnScreen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setWasOnScreen(isScreenFocused());
  }
  return wasOnScreen;
}

function returnToScreen(): true {
  // While React takes the dialog away, it takes no notice of the focus.
  queueMicrotask(focusScreenIfLost);
  return true;
}

/**
 * The first field of a dialog has the focus; by touch, that would raise the keyboard over it. A dialog that is only read
 * has the focus itself: on its button to close, Enter and Space would close it unread.
 */
function enterDialog(popup: HTMLElement | null): HTMLElement | true {
  if (window.matchMedia('(pointer: coarse)').matches) return popup ?? true;
  const field = popup?.querySelector<HTMLElement>(
    'input:not([aria-hidden], [hidden]), textarea, [role="radio"], [role="application"]',
  );
  // The library does it a frame later, when people who opened it by key type already.
  field?.focus();
  return field ?? popup ?? true;
}
