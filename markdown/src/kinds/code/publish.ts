/** Code as HTML. Whoever shows the page colours blocks of it. */
import type { Printers } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { printPieces } from '../long-text/print-pieces.ts';

export const publish: Pick<Printers, 'code' | 'inlineCode'> = {
  code: { print: ({ value, info }, { surroundings }) => surroundings.code(value, info) },
  inlineCode: { print: ({ value }) => `<code>${printPieces(value, escapeHtml)}</code>` },
};
