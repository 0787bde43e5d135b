/**
 * The status and headers that a function or trigger chose by the settings `response.status` and `response.headers`
 * (docs.postgrest.org/en/v14/references/transactions.html#response-headers).
 */
import { requestErrors } from '../errors.ts';
import type { Result } from '../execute/execute.ts';
import type { Answer } from './answer.ts';

/** @throws {RestError} PGRST111, PGRST112 when they are none */
export function overrideAnswer(answer: Answer, { status, headers }: Result['response']): Answer {
  const entries = headers === undefined ? [] : parseHeaders(headers);
  const isCookie = ([name]: Header) => name === 'set-cookie';
  return {
    ...answer,
    status: status === undefined ? answer.status : parseStatus(status),
    headers: { ...answer.headers, ...Object.fromEntries(entries.filter((entry) => !isCookie(entry))) },
    cookies: entries.filter(isCookie).map(([, value]) => value),
  };
}

function parseStatus(text: string): number {
  const status = Number(text);
  // Fewer than upstream takes: Node.js cannot send the others as an answer of its own.
  if (!/^\d{3}$/.test(text) || status < 200 || status > 599) throw requestErrors.badResponseStatus();
  return status;
}

export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

type Header = readonly [name: string, value: string];

/** A list of objects with one key each; of a name that comes twice the last one counts, but for cookies. */
function parseHeaders(text: string): readonly Header[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw requestErrors.badResponseHeaders();
  }
  if (!Array.isArray(list)) throw requestErrors.badResponseHeaders();
  return list.map((item: unknown) => {
    const [entry, ...others] = typeof item === 'object' && item !== null ? Object.entries(item) : [];
    const [name, value] = entry ?? [];
    const isHeader =
      name !== undefined && HEADER_NAME.test(name) && typeof value === 'string' && HEADER_VALUE.test(value);
    if (!isHeader || others.length > 0) throw requestErrors.badResponseHeaders();
    return [name.toLowerCase(), value];
  });
}
