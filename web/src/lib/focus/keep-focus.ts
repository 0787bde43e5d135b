/**
 * Listens for a press with the mouse: the text that a button works on keeps the focus. Tab leads to the button as
 * to others.
 */
import type { MouseEvent } from 'react';

export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
