/** Tells when an element comes nearly into view, and when it leaves again. */

const NEARLY = '600px 0px';

/** @returns ends the watching */
export function whileNear(element: HTMLElement, onNear: () => void, onFar: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.at(-1)?.isIntersecting) onNear();
      else onFar();
    },
    // The margin of the window alone ends at the edge of what scrolls within it.
    { rootMargin: NEARLY, scrollMargin: NEARLY },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
