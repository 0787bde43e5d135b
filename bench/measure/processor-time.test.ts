import { expect, test } from 'vitest';
import { parseStat, processorTime } from './processor-time.ts';

test('reads user and system time behind a name with blanks and brackets', () => {
  expect(parseStat('42 (a (b) c) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 0 0 20 0')).toBe(3000);
});

test('is unknown without a process, and for one that is gone', () => {
  expect(processorTime(undefined)).toBeUndefined();
  expect(processorTime(2 ** 30)).toBeUndefined();
});
