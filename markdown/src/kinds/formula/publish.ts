/** A formula as HTML: its surroundings make the MathML. */
import type { Printing } from '../../publish/printing.ts';
import type { MathBlock } from '../../tree/nodes.ts';

export function printFormulaBlock({ value }: MathBlock, { surroundings }: Printing): string {
  return `<div class="formula" tabindex="0" role="region" aria-label="Formula">${surroundings.formula(value, true)}</div>\n`;
}
