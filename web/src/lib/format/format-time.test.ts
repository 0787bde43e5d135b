import { expect, test } from 'vitest';
import { dayName, timeAgo } from './format-time.ts';

const NOW = new Date(2026, 10, 20, 12);

test.each([
  [-5, 'just now'],
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, 'yesterday'],
  [86_400 * 40, '40 days ago'],
])('%i seconds ago is %s', (seconds, expected) => {
  expect(timeAgo(new Date(NOW.getTime() - seconds * 1000), NOW)).toBe(expected);
});

test.each([
  [new Date(2026, 10, 20), 'Today'],
  [new Date(2026, 10, 19), 'Yesterday'],
  [new Date(2026, 10, 18), 'Wednesday, November 18'],
  [new Date(2025, 10, 18), 'Tuesday, November 18, 2025'],
])('%s is %s', (day, expected) => {
  expect(dayName(day, NOW)).toBe(expected);
});
