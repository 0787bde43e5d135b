import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PresenceDiff, PresenceDiffs } from './presence-diffs.ts';
import type { Presence } from './presences.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const topic = 'public:a';
const presence = (reference: string): Presence => ({ topic, key: 'k', meta: { phx_ref: reference } });
const references = (state: PresenceDiff['joins']) =>
  Object.values(state).flatMap(({ metas }) => metas.map((meta) => meta.phx_ref));

function listening(waitMs: () => number) {
  const told: string[] = [];
  const diffs = new PresenceDiffs({
    tell: (_, { joins, leaves }) => void told.push(`+${references(joins)} -${references(leaves)}`),
    waitMs,
  });
  return { diffs, told };
}

test('a change is told at once', () => {
  const { diffs, told } = listening(() => 0);
  diffs.add(topic, { joins: [presence('1')], leaves: [] });
  diffs.add(topic, { joins: [presence('2')], leaves: [presence('1')] });
  expect(told).toEqual(['+1 -', '+2 -1']);
});

test('changes of a topic that has to wait are told together, and others at once', () => {
  let wait = 300;
  const { diffs, told } = listening(() => wait);
  for (const [joins, leaves] of [['1', '0'], ['2', '1'], ['3']] as const)
    diffs.add(topic, { joins: [presence(joins)], leaves: leaves ? [presence(leaves)] : [] });
  wait = 0;
  diffs.add('public:b', { joins: [presence('4')], leaves: [] });
  diffs.add(topic, { joins: [], leaves: [presence('3')] });
  expect(told).toEqual(['+4 -']);
  vi.advanceTimersByTime(300);
  // Somebody who joined in between had been sent 1 and 3.
  expect(told).toEqual(['+4 -', '+2 -0,1,3']);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(2);
});

test('nobody waits for longer than a second, and memory does not grow meanwhile', () => {
  const { diffs, told } = listening(() => 60_000);
  diffs.add(topic, { joins: [presence('0')], leaves: [] });
  for (let n = 0; n < 100; n++)
    diffs.add(topic, { joins: [presence(`${n + 1}`)], leaves: [presence(`${n}`)] });
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^\+100 -/);
});
