/** A table as HTML. */
import type { Printers, Printing } from '../../publish/printing.ts';
import type { Table, TableRow } from './node.ts';

export const publish: Pick<Printers, 'table' | 'tableRow' | 'tableCell'> = {
  table: { print: printTable, directedBy: ({ children }) => children },
  tableRow: { directedBy: ({ children }) => children },
  tableCell: { directedBy: ({ children }) => [children] },
};

/** Sides of the table, whichever way a cell goes. No style of an element's own: the page's policy refuses it. */
const ALIGNED = { left: 'start', center: 'center', right: 'end' } as const;

/** A table wider than a phone scrolls on its own, also by the keyboard. */
function printTable(table: Table, press: Printing): string {
  return press.directed(table, (dir) => printIn(table, dir, press));
}

function printIn({ align, children }: Table, dir: string, press: Printing): string {
  const [head, ...rows] = children;
  const row = (cells: TableRow, tag: 'th' | 'td') => {
    const html = cells.children.map((cell, column) => {
      const side = align[column];
      const aligned = side ? ` class="${ALIGNED[side]}"` : '';
      return press.directed(
        cell,
        (own) => `<${tag}${aligned}${own}>${press.lines(cell.children)}</${tag}>\n`,
      );
    });
    press.budget.print(0, html.length);
    return `<tr>\n${html.join('')}</tr>\n`;
  };
  const body =
    rows.length === 0 ? '' : `<tbody>\n${rows.map((cells) => row(cells, 'td')).join('')}</tbody>\n`;
  return `<div class="table"${dir} role="region" aria-label="Table" tabindex="0"><table>\n<thead>\n${head ? row(head, 'th') : ''}</thead>\n${body}</table></div>\n`;
}
