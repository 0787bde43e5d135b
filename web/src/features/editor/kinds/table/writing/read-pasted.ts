/** Reads the rows of a spreadsheet from the clipboard. */

import { toCell } from '../escape-cell.ts';
import { CELL_SOURCE } from '../selection/copy-cells.ts';

/** The texts of cells, row by row, as they can stand in a table. */
export type Grid = readonly (readonly string[])[];

/**
 * Reads text with tabs between its columns, as spreadsheets copy it; a cell with line breaks or tabs is in quotes.
 * @returns undefined for other text
 */
export function readTabbed(text: string): Grid | undefined {
  if (!text.includes('\t')) return undefined;
  const rows = splitTabbed(text.replaceAll('\r\n', '\n').replace(/\n$/, ''));
  const [first = []] = rows;
  const isGrid = first.length > 1 && rows.every(({ length }) => length === first.length);
  // Tabs that indent are none between columns.
  const hasFirst = rows.some(([one = '']) => one.trim() !== '');
  return isGrid && hasFirst ? rows.map((row) => row.map(toCell)) : undefined;
}

function splitTabbed(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const { 1: quoted, 2: plain = '', 3: end } of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=\t|\n|$)|([^\t\n]*))(\t|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    else if (end === '') break;
  }
  return rows;
}

/** Reads text as a column of cells, a line in each. @returns undefined for no text */
export function readLines(text: string): Grid | undefined {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  return lines === '' ? undefined : lines.split('\n').map((line) => [toCell(line)]);
}

/**
 * Reads HTML that holds nothing but one table, as spreadsheets copy it.
 * @param toMarkdown turns the HTML of a cell into Markdown
 * @returns undefined for other HTML
 */
export function readHtmlTable(html: string, toMarkdown: (html: string) => string): Grid | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('style, script, meta, link, title')) element.remove();
  const tables = body.querySelectorAll('table');
  const [table] = tables;
  if (!table || tables.length > 1) return undefined;
  if ((body.textContent ?? '').trim() !== (table.textContent ?? '').trim()) return undefined;
  const rows = readSpans(table, (cell) =>
    toCell(cell.getAttribute(CELL_SOURCE) ?? toMarkdown(cell.innerHTML)),
  );
  return rows.length > 0 && rows[0] !== undefined && rows[0].length > 0 ? rows : undefined;
}

const MOST_SPANNED = 100;

/** A cell that goes over several is the first of them; the others are empty. */
function readSpans(table: HTMLTableElement, read: (cell: HTMLTableCellElement) => string): string[][] {
  const rows: string[][] = [...table.rows].map(() => []);
  [...table.rows].forEach((row, index) => {
    let column = 0;
    for (const cell of row.cells) {
      while (rows[index]?.[column] !== undefined) column++;
      for (let down = 0; down < Math.min(Math.max(1, cell.rowSpan), rows.length - index); down++) {
        for (let right = 0; right < Math.min(cell.colSpan, MOST_SPANNED); right++) {
          const target = rows[index + down];
          if (target) target[column + right] = down === 0 && right === 0 ? read(cell) : '';
        }
      }
      column += Math.min(cell.colSpan, MOST_SPANNED);
    }
  });
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ''));
}
