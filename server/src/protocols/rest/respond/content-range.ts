/** The Content-Range header and the status that goes with it (RFC 9110 section 14.4). */
import { requestErrors } from '../errors.ts';
import type { Result } from '../execute/execute.ts';
import type { Page } from '../request/grammar/syntax.ts';

export interface Range {
  readonly header: string;
  readonly status: 200 | 206;
}

/**
 * @param result how many rows were given, and how many there are, when that was counted
 * @throws {RestError} PGRST103 when the page begins after the last row
 */
export function contentRange({ offset }: Page, { rows, total }: Pick<Result, 'rows' | 'total'>): Range {
  if (total !== undefined && offset > total) throw requestErrors.emptyRange(offset, total);
  const partial = total !== undefined && rows < total;
  const header = rangeHeader(rows === 0 ? undefined : [offset, offset + rows - 1], total);
  return { header, status: partial ? 206 : 200 };
}

/** @param rows first and last, counted from 0; undefined for none */
export function rangeHeader(
  rows: readonly [first: number, last: number] | undefined,
  total: number | undefined,
): string {
  return `${rows ? rows.join('-') : '*'}/${total ?? '*'}`;
}
