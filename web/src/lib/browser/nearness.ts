/** Watches whether an element is in view, or nearly so. */

const NEARLY_DRAWN = '400px';
const NEARLY_LOADED = '600px 0px';

/** @returns the page on paper that has the element: it is nowhere in view until the browser prints it */
export function paperOf(element: HTMLElement): Element | null {
  return element.closest('.printed-page');
}

/** Acts once, as soon as it is, and at once on paper. @returns ends the waiting */
export function whenNear(element: HTMLElement, act: () => void): () => void {
  if (paperOf(element)) {
    act();
    return () => undefined;
  }
  const end = watch(element, NEARLY_DRAWN, (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    end();
    act();
  });
  return end;
}

/** Tells each time that it comes and leaves. @returns ends the watching */
export function whileNear(element: HTMLElement, onNear: () => void, onFar: () => void): () => void {
  return watch(element, NEARLY_LOADED, (entries) => {
    if (entries.at(-1)?.isIntersecting) onNear();
    else onFar();
  });
}

function watch(
  element: HTMLElement,
  nearly: string,
  onChange: (entries: readonly IntersectionObserverEntry[]) => void,
): () => void {
  // The margin of the window alone ends at the edge of what scrolls within it.
  const observer = new IntersectionObserver(onChange, { rootMargin: nearly, scrollMargin: nearly });
  observer.observe(element);
  return () => observer.disconnect();
}
