import { expect, test } from 'vitest';
import { actWords, counted, duration, milliseconds } from './words.ts';

test.each([
  [0, 'none'],
  [1, '1 second'],
  [59.4, '59 seconds'],
  [60, '1 minute'],
  [7199, '1 hour'],
  [86_400 * 3.9, '3 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test('numbers, times and acts are words', () => {
  expect([counted(1, 'page'), counted(12_345, 'page')]).toEqual(['1 page', '12,345 pages']);
  expect([milliseconds(0.04), milliseconds(1234.5), milliseconds(61_000)]).toEqual([
    '0.0 ms',
    '1,235 ms',
    '61 s',
  ]);
  expect(actWords('person_suspended')).toBe('suspended');
  expect(actWords('constructor')).toBe('constructor');
  expect(actWords('user_repeated_signup')).toBe('user repeated signup');
});
