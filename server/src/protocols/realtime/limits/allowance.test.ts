import { expect, test, vi } from 'vitest';
import { Allowance, Allowances } from './allowance.ts';

test('a burst is allowed, more of it as time goes by', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const allowance = new Allowance(2);
  expect(allowance.take(20)).toBe(true);
  expect(allowance.take()).toBe(false);
  vi.advanceTimersByTime(600);
  expect([allowance.take(), allowance.take()]).toEqual([true, false]);
  vi.useRealTimers();
});

test('those of many names are bounded, and each name keeps its own', () => {
  const allowances = new Allowances(1, 100);
  expect(allowances.of('ann').take(10)).toBe(true);
  expect(allowances.of('ann').take()).toBe(false);
  expect(allowances.of('bob').take()).toBe(true);
  // Full ones, and then the oldest, make room.
  for (let n = 0; n < 1000; n++) allowances.of(`somebody ${n}`).take();
  expect(allowances.size).toBe(100);
});
