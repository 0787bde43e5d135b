/** A table in the reading view. */
import { type Content, type Element, element, onLines } from '../../read/elements.ts';
import type { Making, Readers } from '../../read/making.ts';
import type { Table, TableRow } from './node.ts';

export const read: Pick<Readers, 'table'> = { table: readTable };

function readTable(table: Table, making: Making): Content[] {
  const [head, ...rows] = table.children;
  const row = (cells: TableRow, tag: 'th' | 'td'): Element => {
    const made = cells.children.map((cell, column) => {
      const align = table.align[column];
      making.budget.print(0);
      return element(tag, align ? { align } : {}, making.inlines(cell.children), cell);
    });
    return element('tr', {}, onLines(made, true), cells);
  };
  const parts: Element[] = [];
  if (table.widths)
    parts.push(
      element(
        'colgroup',
        {},
        table.widths.map((width) => element('col', { style: `width: ${width}%` }, [])),
      ),
    );
  if (head) parts.push(element('thead', {}, onLines([row(head, 'th')], true)));
  if (rows.length > 0)
    parts.push(
      element(
        'tbody',
        {},
        onLines(
          rows.map((cells) => row(cells, 'td')),
          true,
        ),
      ),
    );
  const looks = table.part && {
    className: ['in-parts', ...(table.part === 'further' ? ['further-part'] : [])],
  };
  return [element('table', { ...looks }, onLines(parts, true), table)];
}
