/** Which rows are asked for: `limit` and `offset` together with the Range header (RFC 9110 section 14.2). */
import { requestErrors } from '../errors.ts';
import type { At, Page } from './grammar/syntax.ts';
import type { QueryParameters } from './query-parameters.ts';

export const WHOLE: Page = { offset: 0, limit: undefined };

/**
 * @param range the Range header, which only counts on GET; one that makes no sense is ignored
 * @throws {RestError} PGRST103 for a range without rows
 */
export function rootPage(query: QueryParameters, range: string | undefined): Page {
  const offset = ofRoot(query.offsets) ?? 0;
  const limit = ofRoot(query.limits);
  if (limit !== undefined && limit < 0) {
    throw requestErrors.badRange('Limit should be greater than or equal to zero.');
  }
  if (limit === 0) return { offset: 0, limit: 0 };
  const [, first, last] = /^(?:items=)?(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined) return { offset, limit };
  const from = Math.max(offset, Number(first));
  const ends = [limit === undefined ? Infinity : offset + limit, last ? Number(last) + 1 : Infinity];
  const end = Math.min(...ends);
  if (end <= from) {
    throw requestErrors.badRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset: from, limit: end === Infinity ? undefined : end - from };
}

/** A parameter that comes twice counts once, the first time. */
function ofRoot(numbers: readonly At<number>[]): number | undefined {
  return numbers.find(({ path }) => path.length === 0)?.value;
}
