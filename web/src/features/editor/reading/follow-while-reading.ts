/** Scrolls the page that is read to the block in which the person who is followed has the caret. */
import type { RefCallback } from 'react';
import { watchFollowedCaret } from '../carets/followed-caret.ts';
import type { Caret, Carets } from '../state/carets.ts';
import { BLOCK_PLACE } from './place-blocks.ts';

/** @returns a ref for the element around the page's blocks */
export function followWhileReading(carets: Carets): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return undefined;
    const followed = watchFollowedCaret(carets, (caret, isJump) => show(element, caret, isJump));
    return followed.stop;
  };
}

function show(element: HTMLElement, { field, head }: Caret, isJump: boolean): void {
  if (field !== 'content') {
    element.closest('.page-screen')?.scrollIntoView();
    return;
  }
  const blocks = [...element.querySelectorAll<HTMLElement>(`[${BLOCK_PLACE}]`)];
  const block = blocks.findLast((one) => Number(one.getAttribute(BLOCK_PLACE)) <= head);
  block?.scrollIntoView({ block: isJump ? 'center' : 'nearest' });
}
