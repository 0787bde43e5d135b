import type { Printing } from '../../publish/printing.ts';
import type { Table, TableRow } from '../../tree/nodes.ts';

/** The columns stand in the direction of the text in them. */
const ALIGNED = { left: 'start', center: 'center', right: 'end' } as const;

/** A table wider than a phone scrolls on its own, also by the keyboard. */
export function printTable({ align, children }: Table, press: Printing): string {
  const [head, ...rows] = children;
  const row = (cells: TableRow, tag: 'th' | 'td') => {
    const html = cells.children.map((cell, column) => {
      const side = align[column];
      const style = side ? ` style="text-align:${ALIGNED[side]}"` : '';
      return press.directed(
        cell,
        (dir) => `<${tag}${style}${dir}>${press.inlines(cell.children)}</${tag}>\n`,
      );
    });
    press.budget.print(0, html.length);
    return `<tr>\n${html.join('')}</tr>\n`;
  };
  const body =
    rows.length === 0 ? '' : `<tbody>\n${rows.map((cells) => row(cells, 'td')).join('')}</tbody>\n`;
  return `<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n<thead>\n${head ? row(head, 'th') : ''}</thead>\n${body}</table></div>\n`;
}
