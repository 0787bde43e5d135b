/**
 * The body of a write or a call. Its text goes to Postgres as it came, so that no number loses digits; it is parsed
 * here only to refuse what is no JSON and to learn the columns.
 */
import { bodyErrors, requestErrors } from '../errors.ts';
import { parseCsv } from './csv.ts';
import { hasTooManyValues, MOST_VALUES, problemOfJson } from './nesting.ts';

export type Payload =
  | {
      readonly kind: 'json';
      readonly text: string;
      readonly isArray: boolean;
      /** Whether the body itself was JSON, which a function can take as a whole. */
      readonly isWritten: boolean;
      readonly keys: readonly string[];
    }
  | { readonly kind: 'text'; readonly text: string }
  /** The arguments of a call: a name that comes several times is a list. */
  | { readonly kind: 'form'; readonly entries: readonly (readonly [name: string, value: string])[] };

const FORM = 'application/x-www-form-urlencoded';
const EMPTY = 'Empty or invalid json';

/**
 * @param columns the `columns` parameter: it replaces the body's own keys, which then need not match
 * @throws {RestError} PGRST102
 */
export function parseRows(
  body: string,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
): Payload {
  const text = asJson(body, contentType);
  const isWritten = text === body;
  const json = parseJson(text);
  if (Array.isArray(json)) {
    if (!json.every(isObject)) throw requestErrors.badBody('All object keys must match');
    const keys = columns ?? commonKeys(json);
    return { kind: 'json', text, isArray: true, isWritten, keys: [...new Set(keys)] };
  }
  if (!isObject(json)) throw requestErrors.badBody(EMPTY);
  return { kind: 'json', text, isArray: false, isWritten, keys: [...new Set(columns ?? Object.keys(json))] };
}

/**
 * The arguments of a function that is called with POST.
 * @throws {RestError} PGRST102
 */
export function parseArguments(
  body: string,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
): Payload {
  if (contentType?.startsWith('text/plain')) return { kind: 'text', text: body };
  if (contentType?.startsWith(FORM)) return { kind: 'form', entries: [...readForm(body)] };
  const text = asJson(body, contentType);
  const isWritten = text === body;
  if (body === '') return { kind: 'json', text: '{}', isArray: false, isWritten, keys: [] };
  const json = parseJson(text);
  // The first of several counts.
  const first: unknown = Array.isArray(json) ? json[0] : json;
  const keys = columns ?? (isObject(first) ? Object.keys(first) : []);
  return { kind: 'json', text, isArray: Array.isArray(json), isWritten, keys: [...new Set(keys)] };
}

/** Postgres takes JSON only: the other ways to send rows are rewritten. */
function asJson(body: string, contentType: string | undefined): string {
  switch (contentType?.split(';', 1)[0]?.trim().toLowerCase()) {
    case undefined:
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return body;
    case 'text/csv':
      if (hasTooManyValues(body, ',\n')) throw bodyErrors.tooManyValues(MOST_VALUES);
      return JSON.stringify(parseCsv(body));
    case FORM:
      return JSON.stringify(Object.fromEntries(readForm(body)));
    default:
      throw requestErrors.badBody(`Content-Type not acceptable: ${contentType}`);
  }
}

function readForm(body: string): URLSearchParams {
  if (hasTooManyValues(body, '&')) throw bodyErrors.tooManyValues(MOST_VALUES);
  return new URLSearchParams(body);
}

/** Looked through first: parsing what is too much is what takes long. */
function parseJson(body: string): unknown {
  const problem = problemOfJson(body);
  if (problem === 'too-many-values') throw bodyErrors.tooManyValues(MOST_VALUES);
  if (problem === 'too-deep') throw requestErrors.badBody('The json is nested too deeply');
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw requestErrors.badBody(EMPTY);
  }
  return json;
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** PostgREST inserts an array only when all its objects have the same keys. */
function commonKeys(rows: readonly JsonObject[]): readonly string[] {
  const keys = new Set(Object.keys(rows[0] ?? {}));
  const same = rows.every((row) => {
    const own = Object.keys(row);
    return own.length === keys.size && own.every((key) => keys.has(key));
  });
  if (!same) throw requestErrors.badBody('All object keys must match');
  return [...keys];
}
