import { expect, test } from 'vitest';
import { expiryOf } from './expiry.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-29T12:00:00Z', 'Expires in 7 days'],
  ['2026-11-29T11:59:50Z', 'Expires in 7 days'],
  ['2026-11-23T13:00:00Z', 'Expires in 25 hours'],
  ['2026-11-22T13:10:00Z', 'Expires in 1 hour'],
  ['2026-11-22T12:30:00Z', 'Expires within the hour'],
  ['2026-11-22T12:00:00Z', 'Expired'],
  ['2026-11-01T12:00:00Z', 'Expired'],
])('%s: %s', (at, words) => {
  expect(expiryOf(new Date(at), NOW)).toBe(words);
});
