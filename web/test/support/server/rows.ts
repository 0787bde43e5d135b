/** The Data API over rows in memory, as far as the app's simple questions go: equality, order, a part of the rows. */
import type { Asked } from './answers.ts';
import { json } from './answers.ts';

export type Row = Readonly<Record<string, unknown>>;

const NOT_FILTERS = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

/** @throws {Error} for a question that is beyond this */
export function matching<Each extends Row>(rows: readonly Each[], { query }: Pick<Asked, 'query'>): Each[] {
  const filters = [...query].filter(([name]) => !NOT_FILTERS.has(name));
  return rows.filter((row) => filters.every(([column, condition]) => holds(row, column, condition)));
}

/** Answers a read of these rows, or of a single one on request. */
export function answerRows(rows: readonly Row[], asked: Asked): Response {
  const { query, headers } = asked;
  const offset = Number(query.get('offset') ?? 0);
  const found = inOrder(rows, query.get('order'))
    .slice(offset, offset + Number(query.get('limit') ?? Number.POSITIVE_INFINITY))
    .map((row) => select(row, query.get('select')));
  if (!headers.get('accept')?.includes('vnd.pgrst.object')) return json(found);
  if (found.length === 1) return json(found[0]);
  return json({ code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object' }, 406);
}

function holds(row: Row, column: string, condition: string): boolean {
  if (!(column in row)) throw new Error(`${column} is no column of these rows`);
  const [, operator, value = ''] = /^(eq|is|in)\.(.*)$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`${column}=${condition} is beyond this double of the Data API`);
  const values = operator === 'in' ? value.slice(1, -1).split(',') : [value];
  return values.includes(String(row[column]));
}

function select(row: Row, columns: string | null): Row {
  if (columns === null || columns === '*') return row;
  if (/[(:!]/.test(columns)) throw new Error(`select=${columns} is beyond this double of the Data API`);
  return Object.fromEntries(columns.split(',').map((column) => [column, row[column]]));
}

function inOrder(rows: readonly Row[], order: string | null): readonly Row[] {
  const columns = (order ?? '').split(',').filter(Boolean);
  return rows.toSorted((one, other) => {
    for (const each of columns) {
      const [column = '', ...how] = each.split('.');
      const compared = compare(one[column], other[column], how.includes('nullsfirst') ? -1 : 1);
      if (compared !== 0) return how.includes('desc') ? -compared : compared;
    }
    return 0;
  });
}

function compare(one: unknown, other: unknown, ofNull: number): number {
  if (one === other) return 0;
  if (one === null) return ofNull;
  if (other === null) return -ofNull;
  return (one as string | number) < (other as string | number) ? -1 : 1;
}
