import { expect, test } from 'vitest';
import { DEEPEST_NESTING, hasTooManyValues, isTooDeep, MOST_VALUES, problemOfJson } from './nesting.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const list = (length: number, item: string) => `[${Array.from({ length }, () => item).join(',')}]`;

test('measures nesting', () => {
  expect(problemOfJson(nested(DEEPEST_NESTING))).toBe(undefined);
  expect(problemOfJson(nested(DEEPEST_NESTING + 1))).toBe('too-deep');
  expect(problemOfJson(`{"a":${nested(DEEPEST_NESTING)}}`)).toBe('too-deep');
  expect(isTooDeep(nested(DEEPEST_NESTING))).toBe(false);
  expect(isTooDeep('('.repeat(DEEPEST_NESTING + 1))).toBe(true);
});

test('does not count brackets inside strings', () => {
  expect(problemOfJson(JSON.stringify({ text: nested(1000), other: `\\"${'['.repeat(1000)}` }))).toBe(
    undefined,
  );
  expect(problemOfJson(`["\\\\",${nested(DEEPEST_NESTING)}]`)).toBe('too-deep');
  expect(problemOfJson(JSON.stringify(Array.from({ length: 1000 }, () => [])))).toBe(undefined);
});

test('counts values, but nothing inside strings', () => {
  expect(problemOfJson(list(MOST_VALUES - 1, '1'))).toBe(undefined);
  expect(problemOfJson(list(MOST_VALUES, '1'))).toBe('too-many-values');
  expect(problemOfJson(list(MOST_VALUES / 2, '{}'))).toBe('too-many-values');
  expect(problemOfJson(`{"a":"${',[{'.repeat(MOST_VALUES)}"}`)).toBe(undefined);
  expect(hasTooManyValues('a&'.repeat(MOST_VALUES - 1), '&')).toBe(false);
  expect(hasTooManyValues('a&'.repeat(MOST_VALUES), '&')).toBe(true);
});
