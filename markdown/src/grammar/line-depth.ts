/** Reads a line's depth, which the library's types leave out. */
import type { Line } from '@lezer/markdown';

/** In how many containers a line stands: what the library's own parser of code asks, too, and its types leave out. */
export function depthOf(line: Line): number {
  return (line as Line & { readonly depth: number }).depth;
}
