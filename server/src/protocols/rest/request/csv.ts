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

/** A field's text, and the position where it ends. */
interface Field {
  readonly value: string | null;
  readonly end: number;
}

// The characters that end a field without quotes.
const PLAIN_END = /[",\r\n]/g;
const LINE_END = /\r?\n/y;

/**
 * By looking for what ends a field: an expression that reads one letter by letter takes seconds and hundreds of megabytes
 * for a field of some millions.
 */
function readLines(text: string): Fields[] {
  const lines: Fields[] = [];
  let line: Fields = [];
  let at = 0;
  while (at < text.length || line.length > 0) {
    const { value, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    line.push(value);
    at = end + 1;
    if (text[end] === ',') continue;
    LINE_END.lastIndex = end;
    if (end < text.length) {
      if (!LINE_END.test(text)) throw requestErrors.badBody('The CSV cannot be read');
      at = LINE_END.lastIndex;
    }
    lines.push(line);
    line = [];
  }
  return lines;
}

/** Two quotes stand for one. */
function readQuoted(text: string, start: number): Field {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if (quote === -1) throw requestErrors.badBody('The CSV cannot be read');
  return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
}

function readPlain(text: string, start: number): Field {
  PLAIN_END.lastIndex = start;
  const end = PLAIN_END.exec(text)?.index ?? text.length;
  const value = text.slice(start, end);
  return { value: value === 'NULL' ? null : value, end };
}
