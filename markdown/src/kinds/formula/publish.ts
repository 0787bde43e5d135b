/** A formula as HTML: its surroundings make the MathML. */
import type { Printers } from '../../publish/printing.ts';

export const publish: Pick<Printers, 'math' | 'inlineMath'> = {
  math: {
    print: ({ value }, { surroundings }) =>
      `<div class="formula" tabindex="0" role="region" aria-label="Formula">${surroundings.formula(value, true)}</div>\n`,
  },
  inlineMath: {
    print: ({ value, isDisplayed }, { surroundings }) => surroundings.formula(value, isDisplayed),
  },
};
