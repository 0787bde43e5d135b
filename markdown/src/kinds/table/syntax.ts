/** The bound on a table's columns: a row of more stays as it was written. A browser lays out all cells of a row at once. */
import { type MarkdownConfig, Table } from '@lezer/markdown';

// No program's tables that somebody reads as Markdown have so many.
const MOST_COLUMNS = 1000;
const [TABLE] = Table.parseBlock ?? [];

export const syntax: MarkdownConfig = {
  parseBlock: [
    {
      name: 'Table',
      // By then, the first line of what may be a table is read.
      leaf: (cx, leaf) => (hasTooMany(leaf.content) ? null : (TABLE?.leaf?.(cx, leaf) ?? null)),
    },
  ],
};

/** @param head the first row */
function hasTooMany(head: string): boolean {
  let pipes = 0;
  for (let at = head.indexOf('|'); at !== -1; at = head.indexOf('|', at + 1))
    if (++pipes > MOST_COLUMNS) return true;
  return false;
}
