import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RowRefusedError } from '../database.ts';
import { CostlyCallers } from './costly-callers.ts';

const MINUTE_MS = 60_000;
const TIMEOUT = Object.assign(new Error('canceling statement due to statement timeout'), {
  code: '57014',
  severity: 'ERROR',
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @returns how many seconds the caller has to wait */
function wait(costly: CostlyCallers, key: string): number {
  try {
    costly.requirePatience(key);
    return 0;
  } catch (error) {
    return (error as { seconds: number }).seconds;
  }
}

test('a repeating caller waits twice as long, up to an hour, until it is forgotten', () => {
  const costly = new CostlyCallers(MINUTE_MS);
  const waits: number[] = [];
  for (let time = 0; time < 8; time++) {
    costly.remember('a', TIMEOUT);
    // Several were sent at the same time.
    costly.remember('a', TIMEOUT);
    waits.push(wait(costly, 'a') / 60);
    vi.advanceTimersByTime(wait(costly, 'a') * 1000);
    expect(wait(costly, 'a')).toBe(0);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  vi.advanceTimersByTime(61 * MINUTE_MS);
  costly.remember('b', TIMEOUT);
  costly.remember('a', TIMEOUT);
  expect(wait(costly, 'a')).toBe(60);
});

test('no caller waits for the costs of others, for other failures, or with a key of the operator', () => {
  const costly = new CostlyCallers(MINUTE_MS);
  costly.remember('a', TIMEOUT);
  costly.remember('b', Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' }));
  costly.remember(undefined, TIMEOUT);
  expect(wait(costly, 'b')).toBe(0);
  expect(() => costly.requirePatience(undefined)).not.toThrow();
});

test('who asks for too much at a time waits from the second time on', () => {
  for (const refused of [
    Object.assign(new Error('out of memory'), { code: '53200', severity: 'ERROR' }),
    new RowRefusedError('too large', true),
  ]) {
    const costly = new CostlyCallers(MINUTE_MS);
    const waits = [0, 1, 2].map(() => {
      costly.remember('a', refused);
      const seconds = wait(costly, 'a');
      vi.advanceTimersByTime(seconds * 1000);
      return seconds;
    });
    expect(waits).toEqual([0, 60, 120]);
    costly.remember('b', new RowRefusedError('no room for now'));
    costly.remember('b', new RowRefusedError('no room for now'));
    expect(wait(costly, 'b')).toBe(0);
  }
});
