/** Waits until an element is in view, or nearly so. */

const NEARLY = '400px';

/** @returns ends the waiting */
export function whenNear(element: HTMLElement, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    // The margin of the window alone ends at the edge of what scrolls within it.
    { rootMargin: NEARLY, scrollMargin: NEARLY },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
