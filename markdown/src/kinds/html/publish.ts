/** HTML in a page, as HTML: nothing of it is honoured, it is text, line by line. */
import type { Printers, Printing } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { Html } from './node.ts';

export const publish: Pick<Printers, 'html'> = {
  html: { print: printHtml, directedBy: ({ value }) => [value] },
};

/** Nothing of it is honoured: it is text, line by line. */
function printHtml(block: Html, press: Printing): string {
  const lines = block.value.trim().split(/[ \t]*\n[ \t]*/);
  return press.directed(block, (dir) => `<p${dir}>${lines.map(escapeHtml).join('<br>\n')}</p>\n`);
}
