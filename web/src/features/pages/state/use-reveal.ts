/** Brings a row into view when it becomes the current one, as when its page was just made or opened from elsewhere. */
import { useEffect, useEffectEvent } from 'react';

/** @param index of the current row; negative without a current row */
export function useReveal(index: number, scrollToIndex: (index: number) => void): void {
  const reveal = useEffectEvent(scrollToIndex);
  useEffect(() => {
    if (index >= 0) reveal(index);
  }, [index]);
}
