/**
 * Bounds an answer before it is built. Each row with much text in it is counted before it is written as JSON, in every nesting anew,
 * since each one writes it once more. A statement that would write more than allowed fails there, and takes no memory for the rest.
 */
import type { LargeOutput } from '../plan/plan.ts';
import { quoteName } from './names.ts';

// Smaller rows are not counted: there are only so many in an answer, and they would be slower.
const COUNTED_FROM = 8192;
const MARK = 'answer too large: ';
const REFUSED = new RegExp(`"${MARK}\\d+"`);
const SETTING = "current_setting('trellis.answer', true)";

/**
 * @param large of the rows `r`
 * @param most bytes that the statement may write; undefined for as many as it likes
 * @returns a FILTER for the aggregate of these rows, which lets all of them pass
 */
export function boundSql(large: readonly LargeOutput[], most: number | undefined): string {
  if (most === undefined || large.length === 0) return '';
  const sizes = large.map(({ name, size }) =>
    size === 'whole' ? `octet_length(r.${quoteName(name)})` : `pg_column_size(r.${quoteName(name)})`,
  );
  const isLarge = sizes.map((size) => `${size} > ${COUNTED_FROM}`).join(' or ');
  const sum = sizes.map((size) => `coalesce(${size}, 0)::int8`).join(' + ');
  const counted = `set_config('trellis.answer', (coalesce(nullif(${SETTING}, ''), '0')::int8 + ${sum})::text, true)::int8`;
  // Postgres has no expression that raises an error but by doing what cannot be done.
  const refusal = `('${MARK}' || ${SETTING})::int4 = 0`;
  return ` filter (where case when ${isLarge} then case when ${counted} > ${most} then ${refusal} else true end else true end)`;
}

/** @returns '' unless the rows have a value that is computed, and would be once more to be counted */
export function computedOnceSql(large: readonly LargeOutput[], most: number | undefined): string {
  return most !== undefined && large.some(({ isComputed }) => isComputed) ? ' offset 0' : '';
}

/** @param message of an error of Postgres, in whatever language */
export function isAnswerTooLarge(message: string): boolean {
  return REFUSED.test(message);
}
