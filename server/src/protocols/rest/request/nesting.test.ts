import { expect, test } from 'vitest';
import { DEEPEST_NESTING, isJsonTooDeep, isTooDeep } from './nesting.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('measures nesting', () => {
  expect(isJsonTooDeep(nested(DEEPEST_NESTING))).toBe(false);
  expect(isJsonTooDeep(nested(DEEPEST_NESTING + 1))).toBe(true);
  expect(isJsonTooDeep(`{"a":${nested(DEEPEST_NESTING)}}`)).toBe(true);
  expect(isTooDeep(nested(DEEPEST_NESTING))).toBe(false);
  expect(isTooDeep('('.repeat(DEEPEST_NESTING + 1))).toBe(true);
});

test('does not take brackets in strings for nesting', () => {
  expect(isJsonTooDeep(JSON.stringify({ text: nested(1000), other: `\\"${'['.repeat(1000)}` }))).toBe(false);
  expect(isJsonTooDeep(`["\\\\",${nested(DEEPEST_NESTING)}]`)).toBe(true);
  expect(isJsonTooDeep(JSON.stringify(Array.from({ length: 1000 }, () => [])))).toBe(false);
});
