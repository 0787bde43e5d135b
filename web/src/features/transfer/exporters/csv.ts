/** Tables as RFC 4180 has them: cells in quotation marks may hold commas, line breaks, and quotation marks twice. */

// A cell, then what ends it. A quotation mark that is never closed takes the rest.
const CELL = /(?:"((?:[^"]|"")*)(?:"|$)|([^",\r\n]*))([^,\r\n]*)(,|\r\n|\r|\n|$)/y;

/** @returns the rows with something in them */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text);
    if (!found) break;
    const [, quoted, bare = '', behind = '', end] = found;
    row.push((quoted?.replaceAll('""', '"') ?? bare) + behind);
    if (end === ',' && CELL.lastIndex < text.length) continue;
    if (end === ',') row.push('');
    rows.push(row);
    row = [];
  }
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
}
