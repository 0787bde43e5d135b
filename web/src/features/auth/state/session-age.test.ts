import { expect, test } from 'vitest';
import { isExpired, needsRefresh } from './session-age.ts';

const NOW_MS = 1_800_000_000_000;
const NOW_S = NOW_MS / 1000;

test('a session is expired once its time lies before now', () => {
  expect(isExpired({ expires_at: NOW_S - 1 }, NOW_MS)).toBe(true);
  expect(isExpired({ expires_at: NOW_S }, NOW_MS)).toBe(false);
  expect(isExpired({}, NOW_MS)).toBe(false);
});

test('a session is renewed when it has less than 300 seconds left', () => {
  expect(needsRefresh({ expires_at: NOW_S + 299 }, NOW_MS)).toBe(true);
  expect(needsRefresh({ expires_at: NOW_S + 300 }, NOW_MS)).toBe(false);
});
