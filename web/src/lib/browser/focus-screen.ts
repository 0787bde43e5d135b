const SCREEN = 'main';

/** Gives the focus to the screen as a whole: the arrow keys scroll it, Tab leads into it, and letters go nowhere. */
export function focusScreen(): void {
  document.getElementById(SCREEN)?.focus({ preventScroll: true });
}

/** Whether the screen as a whole has it, or something in it. */
export function isFocusInScreen(): boolean {
  return document.getElementById(SCREEN)?.contains(document.activeElement) ?? false;
}

export function isScreenFocused(): boolean {
  return document.activeElement?.id === SCREEN;
}
