/** Scrolls the page that is read to the block in which the person who is followed has the caret. */
import type { RefCallback } from 'react';
import type { Caret, Carets } from '../../document/carets/carets.ts';
import { watchFollowedCaret } from '../carets/followed-caret.ts';
import { scrollToPlace } from './show-place.ts';

/** @returns a ref for the element around the page's blocks */
export function followWhileReading(carets: Carets): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return undefined;
    const followed = watchFollowedCaret(carets, (caret, isJump) => show(element, caret, isJump));
    // Its parts are drawn one after the other.
    const drawing = new MutationObserver(followed.look);
    drawing.observe(element, { childList: true, attributes: true, attributeFilter: ['aria-busy'] });
    return () => {
      drawing.disconnect();
      followed.stop();
    };
  };
}

function show(element: HTMLElement, { field, head }: Caret, isJump: boolean): boolean {
  if (field !== 'content') {
    element.closest('.page-screen')?.scrollIntoView();
    return true;
  }
  return scrollToPlace(element, head, isJump ? 'center' : 'nearest');
}
