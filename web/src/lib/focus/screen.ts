/** The screen as a whole has the focus where nothing on it should: the arrow keys scroll it, and letters go nowhere. */
import { type RefCallback, type RefObject, useCallback, useRef } from 'react';

const SCREEN = 'main';

/** Gives the focus to the screen as a whole; Tab leads into it from there. */
export function focusScreen(): void {
  document.getElementById(SCREEN)?.focus({ preventScroll: true });
}

/** Gives the focus to the screen if nothing has it, such as after a removed element. */
export function focusScreenIfLost(): void {
  if (document.activeElement === document.body) focusScreen();
}

/** Whether the screen as a whole has the focus, or something in it. */
export function isFocusInScreen(): boolean {
  return document.getElementById(SCREEN)?.contains(document.activeElement) ?? false;
}

export function isScreenFocused(): boolean {
  return document.activeElement?.id === SCREEN;
}

/**
 * A screen that takes another's place has the focus if that took it along. The first screen leaves the focus alone.
 * @returns the screen's element, and the ref that the element gets
 */
export function useScreenFocus(): {
  readonly screen: RefObject<HTMLElement | null>;
  readonly takeOver: RefCallback<HTMLElement>;
} {
  const screen = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const takeOver = useCallback((element: HTMLElement) => {
    screen.current = element;
    if (!isFirst.current) focusScreenIfLost();
    isFirst.current = false;
    return () => {
      screen.current = null;
    };
  }, []);
  return { screen, takeOver };
}
