/** Quotes in the reading view. */
import { element, onLines } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'blockquote'> = {
  blockquote: (block, making) => [
    element('blockquote', {}, onLines(making.blocks(block.children), true), block),
  ],
};
