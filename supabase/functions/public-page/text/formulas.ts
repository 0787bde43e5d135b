/**
 * Formulas as MathML, which browsers draw without a script. A formula with a fault is shown as it was written, with a
 * sentence about it.
 */
import katex from 'katex';
import { escapeHtml } from '../../../../markdown/src/text/escape-html.ts';

const LARGEST_EM = 20;

export function drawFormula(tex: string, displayMode: boolean): string {
  try {
    const options = {
      displayMode,
      trust: false,
      strict: 'ignore',
      errorColor: 'inherit',
      maxSize: LARGEST_EM,
    } as const;
    return katex.renderToString(tex, { ...options, output: 'mathml', throwOnError: true });
  } catch {
    return `<code>${escapeHtml(tex)}</code> <span class="problem">This formula has a fault.</span>`;
  }
}
