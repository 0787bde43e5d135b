/** Rows as comma-separated values (RFC 4180), which an insert may send instead of JSON. */
import { requestErrors } from '../errors.ts';

/**
 * @param text a first line of column names, then one line per row; `NULL` without quotes is no value
 * @throws {RestError} PGRST102 when a line has another number of fields than the first one
 */
export function parseCsv(text: string): readonly Readonly<Record<string, string | null>>[] {
  const [header, ...lines] = readLines(text);
  if (!header) return [];
  const names = header.map((field) => field ?? 'NULL');
  return lines.map((fields) => {
    if (fields.length !== names.length)
      throw requestErrors.badBody('All lines must have same number of fields');
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? null]));
  });
}

type Fields = (string | null)[];

// A quoted or plain field and what ends it: a comma, a line's end or the end of the text.
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function readLines(text: string): Fields[] {
  const lines: Fields[] = [];
  let line: Fields = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length || line.length > 0) {
    const match = FIELD.exec(text);
    if (!match) throw requestErrors.badBody('The CSV cannot be read');
    const [, quoted, plain = '', end] = match;
    line.push(quoted === undefined ? (plain === 'NULL' ? null : plain) : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
