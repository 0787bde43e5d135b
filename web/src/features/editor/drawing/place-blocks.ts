/** Marks each block of a page that is read with where it begins in the text. */
import type { Element, Root } from '../../../../../markdown/src/read/elements.ts';

export const BLOCK_PLACE = 'data-begins-at';

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['li', 'blockquote', 'pre', 'tr', 'figure', 'div', 'header'],
]);

export function placeBlocks({ children }: Pick<Root | Element, 'children'>): void {
  for (const child of children) {
    if (child.type === 'text') continue;
    if (child.from !== undefined && BLOCKS.has(child.tagName)) child.properties[BLOCK_PLACE] = child.from;
    placeBlocks(child);
  }
}
