/** Words and line breaks as HTML. */
import type { Printers } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { printPieces } from '../long-text/print-pieces.ts';

export const publish: Pick<Printers, 'text' | 'break'> = {
  text: {
    print: ({ value }) => printPieces(value, printLines),
    letters: ({ value }) => value,
  },
  break: { print: () => '<br>\n' },
};

function printLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n');
}
