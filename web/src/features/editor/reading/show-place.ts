/** Scrolls a page that is read to a place in its text, once the block there is drawn. */
import { BLOCK_PLACE } from '../drawing/place-blocks.ts';
import { scrollIntoSight } from '../drawing/scroll-into-sight.ts';

// A page of a megabyte is drawn in less.
const PATIENCE_MS = 10_000;

/** @param view the reading view; @returns whether it could be shown already */
export function scrollToPlace(view: Element, place: number, block: ScrollLogicalPosition): boolean {
  const blocks = [...view.querySelectorAll<HTMLElement>(`[${BLOCK_PLACE}]`)];
  const placeOf = (one: HTMLElement) => Number(one.getAttribute(BLOCK_PLACE));
  // Footnotes stand at the end, wherever the text has them.
  const found = blocks
    .sort((one, other) => placeOf(one) - placeOf(other))
    .findLast((one) => placeOf(one) <= place);
  if (found) scrollIntoSight(found, block);
  return found !== undefined && view.getAttribute('aria-busy') !== 'true';
}

/** @param page around the reading view, which may come later */
export function showPlace(page: Element, place: number): void {
  const look = () => {
    const view = page.querySelector('.reading-view');
    if (view && scrollToPlace(view, place, 'start')) stop();
  };
  const drawing = new MutationObserver(look);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    drawing.disconnect();
    clearTimeout(timer);
  };
  drawing.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
  look();
}
