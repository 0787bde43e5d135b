/**
 * Restores a screen's scroll position on back and forward. The browser does that for windows only, and here an
 * element scrolls, whose text comes later.
 */
import { type RefObject, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { scrollAnchors } from '../../../../lib/browser/scroll-anchors.ts';
import { positionOf, rememberPosition, type ScrollPosition } from './scroll-positions.ts';

// By then, a missing text has failed, or is a line of many megabytes.
const MOST_FRAMES = 600;
// A text that is drawn in parts grows for some frames after it has come.
const QUIET_FRAMES = 20;
const PERSON_SCROLLS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export function useKeptScroll(scroller: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  // Each document begins with an entry of the same key.
  const entry = `${key} ${pathname}`;
  const isReturn = useNavigationType() === NavigationType.Pop;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let giveUp: (() => void) | undefined;
    const wanted = isReturn ? positionOf(entry) : undefined;
    // Positions on the way to the wanted one are not remembered.
    if (wanted) giveUp = scrollWhenThere(element, wanted, () => (giveUp = undefined));
    const onScroll = () => {
      if (giveUp) return;
      const anchor = scrollAnchors()?.at(element.getBoundingClientRect().top);
      rememberPosition(entry, { top: element.scrollTop, anchor });
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      giveUp?.();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, entry, isReturn]);
}

/** Scrolls once the content suffices, and while it grows, until the person scrolls. @returns how to stop */
function scrollWhenThere(element: HTMLElement, wanted: ScrollPosition, onEnd: () => void): () => void {
  let frames = 0;
  let quiet = 0;
  let height = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const type of PERSON_SCROLLS) window.removeEventListener(type, end, true);
    onEnd();
  };
  const look = () => {
    const missing = distanceTo(element, wanted);
    const isThere = element.scrollHeight === height && Math.abs(missing) < 1;
    quiet = isThere ? quiet + 1 : 0;
    if (quiet > QUIET_FRAMES || ++frames > MOST_FRAMES) return end();
    height = element.scrollHeight;
    if (!isThere) element.scrollTop += missing;
    frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  for (const type of PERSON_SCROLLS) window.addEventListener(type, end, { capture: true, passive: true });
  return end;
}

/** How much further it is to be scrolled. */
function distanceTo(element: HTMLElement, { top, anchor }: ScrollPosition): number {
  const y = anchor && scrollAnchors()?.find(anchor);
  return y === undefined ? top - element.scrollTop : y - element.getBoundingClientRect().top;
}
