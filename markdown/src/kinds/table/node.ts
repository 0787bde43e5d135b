/** A table in the tree. */
import type { SyntaxNode } from '@lezer/common';
import type { Inline, Placed } from '../../tree/nodes.ts';
import type { BlockMaker, Blocks, NodeMakers } from '../../tree/reading.ts';
import { isLineBreak } from './line-breaks.ts';

export type Alignment = 'left' | 'center' | 'right';

export interface Table extends Placed {
  readonly type: 'table';
  readonly align: readonly (Alignment | undefined)[];
  /** The first is the head. All have as many cells. */
  readonly children: readonly TableRow[];
  /** Set if only some of its rows are read. */
  readonly part?: 'first' | 'further';
  /** The columns' widths in hundredths of the table; set if only some of its rows are read, so that all parts have the same. */
  readonly widths?: readonly number[];
}

export interface TableRow extends Placed {
  readonly type: 'tableRow';
  readonly children: readonly TableCell[];
}

export interface TableCell extends Placed {
  readonly type: 'tableCell';
  readonly children: readonly Inline[];
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly table: Table;
  }
  interface PartNodes {
    readonly tableRow: TableRow;
    readonly tableCell: TableCell;
  }
}

// So many rows say how wide the columns of a long table are.
const MEASURED_ROWS = 50;
const NARROWEST = 6;
const WIDEST = 40;

/** A part has the table's head, too. */
const makeTable: BlockMaker = (node, blocks, { from, to }): Table => {
  const { page } = blocks;
  const line = node.getChild('TableDelimiter');
  const align = line ? readAlignment(page.read(line.from, line.to)) : [];
  const head = node.getChild('TableHeader');
  const rows: TableRow[] = head ? [makeRow(head, align.length, blocks)] : [];
  for (let row = node.childAfter(from); row && row.from < to; row = row.nextSibling)
    if (row.name === 'TableRow' && row.from >= from) rows.push(makeRow(row, align.length, blocks));
  const table: Table = { type: 'table', align, children: rows, from: node.from, to: node.to };
  if (from <= node.from && to >= node.to) return table;
  return {
    ...table,
    part: from <= node.from ? 'first' : 'further',
    widths: readWidths(node, align.length, blocks),
  };
};

export const nodes: NodeMakers = {
  blocks: { Table: makeTable },
  inlines: {
    HTMLTag: ({ from, to }, { page, place }) =>
      place === 'cell' && isLineBreak(page.read(from, to))
        ? [{ type: 'break', words: ' ', from, to }]
        : undefined,
  },
};

/** By the letters of the longest cell of each column, in the rows that are seen first. */
function readWidths(table: SyntaxNode, count: number, { page }: Blocks): number[] {
  const letters = Array.from({ length: count }, () => NARROWEST);
  let rows = 0;
  for (let row = table.firstChild; row && rows < MEASURED_ROWS; row = row.nextSibling) {
    if (row.name === 'TableDelimiter') continue;
    rows++;
    row.getChildren('TableCell').forEach(({ from, to }, column) => {
      page.budget.step();
      const known = letters[column];
      if (known !== undefined) letters[column] = Math.max(known, Math.min(to - from, WIDEST));
    });
  }
  const all = letters.reduce((sum, width) => sum + width, 0);
  return letters.map((width) => Math.round((1000 * width) / all) / 10);
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
function makeRow(row: SyntaxNode, count: number, blocks: Blocks): TableRow {
  const cells: TableCell[] = [];
  const empty = (at: number): TableCell => ({ type: 'tableCell', children: [], from: at, to: at });
  let isOpen = true;
  for (let part = row.firstChild; part && cells.length < count; part = part.nextSibling) {
    blocks.page.budget.step();
    if (part.name === 'TableCell') {
      const children = blocks.inlines(part, part.from, part.to, 'cell');
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
