/**
 * A tooltip shows itself when somebody comes to its control by the keyboard, and not when the focus is given back to it:
 * it would lie over what one looks at next, and the next Escape would be the tooltip's.
 */
import { useRef } from 'react';
import { useWindowEvent } from '../browser/window-events.ts';

const MOVING_KEYS = new Set(['Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** @returns whether the focus moves because of a key that moves it */
export function useMovedByKey(): () => boolean {
  const isMoving = useRef(false);
  const note = (isByKey: boolean) => {
    isMoving.current = isByKey;
  };
  useWindowEvent('keydown', ({ key }) => note(MOVING_KEYS.has(key)), true);
  useWindowEvent('pointerdown', () => note(false), true);
  return () => isMoving.current;
}
