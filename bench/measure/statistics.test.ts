import { expect, test } from 'vitest';
import { median, percentile } from './statistics.ts';

test('the median is the middle value in any order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a percentile is a value that occurred', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile([1, 2, 3], 0.5)).toBe(2);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});
