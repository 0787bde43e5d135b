import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Caller, CallerMustWaitError } from '../database.ts';
import { EMBEDDED_SHARING } from '../engines/embedded/sharing.ts';
import { EndedStatements } from '../statements/ended-statements.ts';
import { StatementLimits } from '../statements/statement-limits.ts';
import { Admission } from './admission.ts';

const TIMEOUT = Object.assign(new Error('canceling statement due to statement timeout'), {
  code: '57014',
  severity: 'ERROR',
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function person(sub: string): Caller {
  return { role: 'authenticated', claims: { sub } };
}

test('on one shared connection, ended statements cut the time of others, then pause long ones', async () => {
  const ended = new EndedStatements(EMBEDDED_SHARING.endedCountsMs);
  const admission = new Admission(EMBEDDED_SHARING, ended);
  const limits = new StatementLimits(16, EMBEDDED_SHARING, ended);
  const fail = (sub: string) => admission.run(person(sub), {}, () => Promise.reject(TIMEOUT));
  const askForMuch = () => admission.run(person('other'), { mayTakeLong: true }, async () => 'much');
  const times = () => [limits.of('read'), limits.of('write')];
  expect(times()).toEqual([4000, 8000]);
  await expect(fail('one')).rejects.toBe(TIMEOUT);
  expect(times()).toEqual([2000, 4000]);
  expect(await askForMuch()).toBe('much');
  await expect(fail('two')).rejects.toBe(TIMEOUT);
  expect(times()).toEqual([1000, 2000]);
  await expect(askForMuch()).rejects.toThrow(CallerMustWaitError);
  expect(await admission.run(person('other'), {}, async () => 'a row')).toBe('a row');
  vi.advanceTimersByTime(60_000);
  expect(await askForMuch()).toBe('much');
  vi.advanceTimersByTime(9 * 60_000);
  expect(times()).toEqual([4000, 8000]);
});
