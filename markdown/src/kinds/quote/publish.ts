/** Quotes as HTML. */
import type { Printers, Printing } from '../../publish/printing.ts';
import type { Blockquote } from './node.ts';

export const publish: Pick<Printers, 'blockquote'> = {
  blockquote: { print: printQuote, directedBy: ({ children }) => children },
};

function printQuote(block: Blockquote, press: Printing): string {
  return press.directed(block, (dir) => {
    const inside = press.blocks(block.children);
    return `<blockquote${dir}>${inside === '' ? '' : '\n'}${inside}</blockquote>\n`;
  });
}
