/** In which order a table's rows stand when they are sorted by a column. */
import type { EditorState } from '@codemirror/state';
import { plainText } from '../../../../../../../markdown/src/text/plain-text.ts';
import type { Table } from '../table-at.ts';
import { cellText } from '../write-table.ts';

const NUMBER = /^[^\p{L}\d]*?(-?\d[\d\s.,'’]*)[^\p{L}\d]*$/u;
const byWords = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** @returns the rows' former places, the header's first; rows without a text in this column come last */
export function sortedRows(
  state: EditorState,
  table: Table,
  column: number,
  direction: 'ascending' | 'descending',
): number[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const body = table.rows.slice(1).map(({ cells }, index) => {
    const text = plainText(cellText(state, cells[column])).trim();
    return { place: index + 1, text, number: readNumber(text) };
  });
  const areNumbers = body.every(({ text, number }) => text === '' || number !== undefined);
  body.sort((one, other) => {
    if (one.text === '' || other.text === '') return Number(one.text === '') - Number(other.text === '');
    const order = areNumbers
      ? (one.number ?? 0) - (other.number ?? 0)
      : byWords.compare(one.text, other.text);
    return sign * order;
  });
  return [0, ...body.map(({ place }) => place)];
}

/** Reads the number of "€ 1,200.50" as of "12 %". A comma followed by other than three digits is a decimal one. */
function readNumber(text: string): number | undefined {
  const digits = NUMBER.exec(text)?.[1]?.replaceAll(/[\s'’]/g, '');
  if (digits === undefined) return undefined;
  const isNegative = /^[^\d]*-/.test(text) && !digits.startsWith('-');
  const isDecimalComma = /^-?\d+(?:\.\d{3})*,\d+$/.test(digits) && !/^-?\d{1,3}(?:,\d{3})+$/.test(digits);
  const plain = isDecimalComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  const value = Number(isNegative ? `-${plain}` : plain);
  return Number.isNaN(value) ? undefined : value;
}
