/** Marks each block of a page that is read with where it begins in the text. */
import type { ExtraProps } from 'react-markdown';

type Element = NonNullable<ExtraProps['node']>;

export const BLOCK_PLACE = 'data-begins-at';

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['li', 'blockquote', 'pre', 'tr', 'figure', 'div', 'header'],
]);

/** @param from where this part of the page begins in the text */
export function placeBlocks(from: number) {
  const place = ({ children }: Pick<Element, 'children'>): void => {
    for (const child of children) {
      if (child.type !== 'element') continue;
      const at = child.position?.start.offset;
      if (at !== undefined && BLOCKS.has(child.tagName)) child.properties[BLOCK_PLACE] = from + at;
      place(child);
    }
  };
  return () => place;
}
