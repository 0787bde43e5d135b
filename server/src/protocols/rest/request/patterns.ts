/**
 * Regular expressions that a database can be asked to match within bounds. Postgres follows most of them through a text
 * once; what needs going back and forth (back references, looking around) takes a power of the text's length, and
 * repetitions within repetitions take minutes to prepare.
 */
import { requestErrors } from '../errors.ts';
import type { Condition } from './grammar/syntax.ts';

const LONGEST = 1000;
const MOST_REPETITIONS = 1000;
const ESCAPED = /\\(?:[1-9]|.)/gsu;
const LOOKS_AROUND = /\(\?<?[=!]/u;
// `{3}`, `{3,}` and `{3,5}`; with a backslash before the brackets in basic expressions.
const BOUND = /\{(\d+)(?:,(\d*))?\\?\}/gu;

/**
 * @returns whether one is asked for
 * @throws {RestError} 2201B
 */
export function checkPatterns(condition: Condition): boolean {
  if (condition.kind === 'logic') return condition.conditions.filter(checkPatterns).length > 0;
  const { operation } = condition.comparison;
  if (operation.kind !== 'quantified') return false;
  if (operation.operator !== 'match' && operation.operator !== 'imatch') return false;
  const reason = costOf(operation.value);
  if (reason !== undefined) throw requestErrors.costlyPattern(reason);
  return true;
}

function costOf(pattern: string): string | undefined {
  if (pattern.length > LONGEST) return `it is longer than ${LONGEST} characters`;
  if ((pattern.match(ESCAPED) ?? []).some((escaped) => /[1-9]/.test(escaped)))
    return 'it has a back reference';
  if (LOOKS_AROUND.test(pattern)) return 'it looks ahead or behind';
  let repetitions = 1;
  for (const [, least = '', most] of pattern.matchAll(BOUND))
    repetitions *= Math.max(1, Number(least), Number(most ?? 0));
  if (repetitions > MOST_REPETITIONS) return `it repeats more than ${MOST_REPETITIONS} times`;
  return undefined;
}
