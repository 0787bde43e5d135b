/** Paragraphs in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'paragraph'> = {
  paragraph: (block, making) => [element('p', {}, making.inlines(block.children), block)],
};
