import { expect, test } from 'vitest';
import { readBanEnd } from './ban-duration.ts';

test.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['+300ms', 300],
  ['-10m', -600_000],
  ['1us', 0],
  ['876000h', 876_000 * 3_600_000],
])('%s is understood', (text, ms) => {
  expect(readBanEnd(text, 0)?.getTime()).toBe(ms);
});

test.each(['none', '0', '0s', '-0h'])('%s ends a ban', (text) => {
  expect(readBanEnd(text)).toBeNull();
});

test.each([
  '',
  '24',
  'h',
  '1d',
  '1 h',
  '1h 30m',
  '--1h',
  'Infinityh',
  '1e9h',
  '3000000h',
  '9'.repeat(1_000_000),
])('%j is refused', (text) => {
  expect(() => readBanEnd(text)).toThrow('invalid format for ban duration');
});
