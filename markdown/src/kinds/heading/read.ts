/** Headings in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'heading'> = {
  heading: (block, making) => [element(`h${block.depth}`, {}, making.inlines(block.children), block)],
};
