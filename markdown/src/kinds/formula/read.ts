/** A formula in the reading view, in its text or in a block of its own. */
import { type Content, element, words } from '../../read/elements.ts';
import type { InlineMath, MathBlock } from '../../tree/nodes.ts';

export function readFormulaBlock(block: MathBlock): Content[] {
  return [element('figure', { 'data-place': 'block' }, [words(block.value)], block)];
}

export function readFormula({ value, isDisplayed }: InlineMath): Content[] {
  return [element('var', { 'data-place': isDisplayed ? 'line' : 'text' }, [words(value)])];
}
