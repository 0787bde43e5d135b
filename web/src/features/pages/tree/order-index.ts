/** The place where a new page goes among its siblings. */

interface Ordered {
  readonly order_index: number;
}

/** @returns one past the highest sibling; 1 without siblings */
export function orderIndexAtEnd(siblings: readonly Ordered[]): number {
  return siblings.length === 0 ? 1 : Math.max(...siblings.map(({ order_index }) => order_index)) + 1;
}

/** @returns halfway between the page and its next sibling; one past the page when it is the last */
export function orderIndexAfter(page: Ordered, siblings: readonly Ordered[]): number {
  const later = siblings.map(({ order_index }) => order_index).filter((index) => index > page.order_index);
  return later.length === 0 ? page.order_index + 1 : (page.order_index + Math.min(...later)) / 2;
}
