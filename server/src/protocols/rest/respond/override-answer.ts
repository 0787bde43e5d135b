/**
 * The status and headers that a function or trigger chose by the settings `response.status` and `response.headers`
 * (docs.postgrest.org/en/v14/references/transactions.html#response-headers).
 */
import { requestErrors } from '../errors.ts';
import type { Result } from '../execute/execute.ts';
import type { Answer } from './answer.ts';

/** @throws {RestError} PGRST111, PGRST112 when they are none */
export function overrideAnswer(answer: Answer, { status, headers }: Result['response']): Answer {
  return {
    ...answer,
    status: status === undefined ? answer.status : parseStatus(status),
    headers: headers === undefined ? answer.headers : { ...answer.headers, ...parseHeaders(headers) },
  };
}

function parseStatus(text: string): number {
  const status = Number(text);
  // Fewer than upstream takes: what Node.js cannot send as an answer of its own is none.
  if (!/^\d{3}$/.test(text) || status < 200 || status > 599) throw requestErrors.badResponseStatus();
  return status;
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A list of objects with one key each; of a name that comes twice the last one counts. */
function parseHeaders(text: string): Readonly<Record<string, string>> {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw requestErrors.badResponseHeaders();
  }
  if (!Array.isArray(list)) throw requestErrors.badResponseHeaders();
  return Object.fromEntries(
    list.map((item: unknown) => {
      const [entry, ...others] = typeof item === 'object' && item !== null ? Object.entries(item) : [];
      const [name, value] = entry ?? [];
      const isHeader =
        name !== undefined && NAME.test(name) && typeof value === 'string' && VALUE.test(value);
      if (!isHeader || others.length > 0) throw requestErrors.badResponseHeaders();
      return [name.toLowerCase(), value];
    }),
  );
}
