/** Icons in rows of eight, each group beneath its heading, and the ways of the arrow keys through them. */
import type { IconGroup, PickedIcon } from './page-icons.ts';

const COLUMNS = 8;

export interface GridRow {
  /** A group's heading; such a row has no icons. */
  readonly heading?: string;
  /** The number of its first icon among all. */
  readonly from: number;
  readonly icons: readonly PickedIcon[];
}

/** @param groups one without a name has no heading */
export function gridOf(groups: readonly IconGroup[]): readonly GridRow[] {
  const rows: GridRow[] = [];
  let from = 0;
  for (const { name, icons } of groups) {
    if (name !== '') rows.push({ heading: name, from, icons: [] });
    for (let at = 0; at < icons.length; at += COLUMNS) {
      const row = icons.slice(at, at + COLUMNS);
      rows.push({ from, icons: row });
      from += row.length;
    }
  }
  return rows;
}

/** @returns the icon that the key leads to from this one; undefined for a key that leads nowhere */
export function nextCell(rows: readonly GridRow[], at: number | undefined, key: string): number | undefined {
  const lines = rows.filter(({ icons }) => icons.length > 0);
  const last = lines.at(-1);
  if (!last) return undefined;
  const end = last.from + last.icons.length - 1;
  if (at === undefined) return key === 'ArrowDown' || key === 'ArrowRight' ? 0 : undefined;
  if (key === 'ArrowRight') return Math.min(at + 1, end);
  if (key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const line = lines.findIndex(({ from, icons }) => at < from + icons.length);
  const column = at - (lines[line]?.from ?? 0);
  const next = lines[line + (key === 'ArrowDown' ? 1 : -1)];
  return next ? next.from + Math.min(column, next.icons.length - 1) : at;
}
