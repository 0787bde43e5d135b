/** A formula in the reading view, in its text or in a block of its own. */
import { element, words } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'math' | 'inlineMath'> = {
  math: (block) => [element('figure', { 'data-place': 'block' }, [words(block.value)], block)],
  inlineMath: ({ value, isDisplayed }) => [
    element('var', { 'data-place': isDisplayed ? 'line' : 'text' }, [words(value)]),
  ],
};
