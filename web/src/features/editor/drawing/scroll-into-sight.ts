/** Scrolls a page that is read to one of its elements. */

// Parts that come into sight are higher or lower than was reckoned, and those in front of the element move it.
const FRAMES = 3;

export function scrollIntoSight(element: Element, block: ScrollLogicalPosition): void {
  const scroll = (left: number) => {
    element.scrollIntoView({ block });
    if (left > 0) requestAnimationFrame(() => scroll(left - 1));
  };
  scroll(FRAMES);
}
