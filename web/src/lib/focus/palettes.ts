/**
 * A palette is for the hands on the keyboard: it gives the focus back at once, not when it has gone from view, since the
 * next key belongs there.
 */
import { focusScreen, isFocusInScreen } from './screen.ts';

export interface Opener {
  /** To where it was, or to the screen if that is gone or was nowhere. */
  giveBack(): void;
  /** For another screen: keys typed before it is there go nowhere, least of all to the text that is left. */
  leave(): void;
}

/** Remembers the focused element. */
export function rememberOpener(): Opener {
  const opener = document.activeElement;
  const giveBack = () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    const isBack = document.activeElement === opener && opener !== document.body;
    if (!isBack) focusScreen();
  };
  const leave = () => {
    giveBack();
    if (isFocusInScreen()) focusScreen();
  };
  return { giveBack, leave };
}
