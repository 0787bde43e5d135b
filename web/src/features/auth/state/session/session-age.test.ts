import { expect, test } from 'vitest';
import { needsRefresh } from './session-age.ts';

const NOW_MS = 1_800_000_000_000;
const NOW_S = NOW_MS / 1000;

test('a session is renewed when it has less than 300 seconds left', () => {
  expect(needsRefresh({ expires_at: NOW_S + 299 }, NOW_MS)).toBe(true);
  expect(needsRefresh({ expires_at: NOW_S + 300 }, NOW_MS)).toBe(false);
  expect(needsRefresh({}, NOW_MS)).toBe(false);
});
