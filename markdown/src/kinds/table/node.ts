/** A table in the tree. */
import type { SyntaxNode } from '@lezer/common';
import type { Alignment, Table, TableCell, TableRow } from '../../tree/nodes.ts';
import { InlineReader } from '../../tree/read-inlines.ts';
import type { Reading } from '../../tree/reading.ts';

/** @param from where its first row begins, or later. @param to behind its last one. A part has the table's head, too. */
export function readTable(node: SyntaxNode, page: Reading, from = node.from, to = node.to): Table {
  const line = node.getChild('TableDelimiter');
  const align = line ? readAlignment(page.read(line.from, line.to)) : [];
  const head = node.getChild('TableHeader');
  const rows: TableRow[] = head ? [readRow(head, align.length, page)] : [];
  for (let row = node.childAfter(from); row && row.from < to; row = row.nextSibling)
    if (row.name === 'TableRow' && row.from >= from) rows.push(readRow(row, align.length, page));
  const table: Table = { type: 'table', align, children: rows, from: node.from, to: node.to };
  if (from <= node.from && to >= node.to) return table;
  return { ...table, part: from <= node.from ? 'first' : 'further' };
}

function readAlignment(line: string): (Alignment | undefined)[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((column) => {
      const [begins, ends] = [/^\s*:/.test(column), /:\s*$/.test(column)];
      if (begins && ends) return 'center';
      return ends ? 'right' : begins ? 'left' : undefined;
    });
}

/** Cells that are missing are empty, and those that are too many are left out. */
function readRow(row: SyntaxNode, count: number, page: Reading): TableRow {
  const cells: TableCell[] = [];
  const empty = (at: number): TableCell => ({ type: 'tableCell', children: [], from: at, to: at });
  let isOpen = true;
  for (let part = row.firstChild; part && cells.length < count; part = part.nextSibling) {
    page.budget.step();
    if (part.name === 'TableCell') {
      const children = new InlineReader(page, true).whole(part, part.from, part.to);
      cells.push({ type: 'tableCell', children, from: part.from, to: part.to });
      isOpen = false;
    } else if (part.name === 'TableDelimiter') {
      if (isOpen && part.from > row.from) cells.push(empty(part.from));
      isOpen = true;
    }
  }
  while (cells.length < count) cells.push(empty(row.to));
  return { type: 'tableRow', children: cells, from: row.from, to: row.to };
}
