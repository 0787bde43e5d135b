/** Copies of a column make an answer many times as large as the rows it is made of. */
import type { OutputColumn } from '../plan.ts';

// A column may stand beside `*`, and once under another name.
const MOST_COPIES = 2;

export function repeatsColumns(columns: readonly OutputColumn[]): boolean {
  const copies = new Map<string, number>();
  for (const column of columns) {
    // A client may ask for the parts of a JSON column one by one.
    if (column.kind !== 'field' || column.field.path.length > 0) continue;
    const count = (copies.get(column.field.column) ?? 0) + 1;
    if (count > MOST_COPIES) return true;
    copies.set(column.field.column, count);
  }
  return false;
}
