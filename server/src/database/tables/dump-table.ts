/** Reads a table as COPY's text in pieces of a few megabytes, so that memory holds one of them. */
import type { ClientBase } from 'pg';
import { type Copied, copyOut } from './copy.ts';
import type { StoredTable } from './list-tables.ts';

const WANTED_BYTES = 8 * 1024 * 1024;
const FIRST_BLOCKS = 64;
const MOST_BLOCKS = 16_384;

/**
 * The rows of a range of blocks at a time. How much they hold is not known before, as long texts lie elsewhere, so the next
 * range is as long as the last one tells.
 * @param client in a transaction that sees one state of the database, with PLAIN_TEXT set (plain-text.ts)
 */
export async function* dumpTable(
  client: ClientBase,
  { name, columns, blocks }: StoredTable,
): AsyncGenerator<Copied> {
  let length = FIRST_BLOCKS;
  for (let start = 0; start < blocks; ) {
    const end = start + length;
    const piece = await copyOut(
      client,
      `copy (select ${columns.join(', ')} from only ${name}
        where ctid >= '(${start},0)' and ctid < '(${end},0)') to stdout`,
    );
    if (piece.rows > 0) yield piece;
    start = end;
    const wanted = Math.round((length * WANTED_BYTES) / Math.max(piece.bytes.length, 1));
    length = Math.max(1, Math.min(wanted, length * 4, MOST_BLOCKS));
  }
}
