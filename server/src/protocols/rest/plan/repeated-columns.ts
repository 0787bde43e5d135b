/** Copies of a column make an answer many times as large as the rows it is made of. */
import type { OutputColumn } from './plan.ts';

// One beside `*`, and one under another name.
const MOST_COPIES = 2;

export function repeatsColumns(columns: readonly OutputColumn[]): boolean {
  const copies = new Map<string, number>();
  for (const column of columns) {
    // Of a JSON column, parts may be asked for one by one.
    if (column.kind !== 'field' || column.field.path.length > 0) continue;
    const count = (copies.get(column.field.column) ?? 0) + 1;
    if (count > MOST_COPIES) return true;
    copies.set(column.field.column, count);
  }
  return false;
}
