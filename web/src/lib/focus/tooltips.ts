/**
 * A tooltip shows itself when somebody comes to its control by the keyboard, and not when the focus is given back to it:
 * it would lie over what one looks at next, and the next Escape would be the tooltip's.
 */
import { useEffect, useRef } from 'react';

const MOVING_KEYS = new Set(['Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** @returns whether the focus moves because of a key that moves it */
export function useMovedByKey(): () => boolean {
  const isMoving = useRef(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      isMoving.current = MOVING_KEYS.has(event.key);
    };
    const point = () => {
      isMoving.current = false;
    };
    window.addEventListener('keydown', press, true);
    window.addEventListener('pointerdown', point, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      window.removeEventListener('pointerdown', point, true);
    };
  }, []);
  return () => isMoving.current;
}
