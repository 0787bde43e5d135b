import { expect, test } from 'vitest';
import { typingPlan } from './typing-plan.ts';

const MINUTES = 10;
const plans = Array.from({ length: 20 }, (_, writer) => typingPlan(writer, MINUTES * 60_000));
const gaps = plans.flatMap((keys) => keys.slice(1).map((key, index) => key.at - (keys[index]?.at ?? 0)));

test('a key comes every quarter of a second, between thoughts', () => {
  const typing = gaps.filter((gap) => gap < 1000);
  const mean = typing.reduce((sum, gap) => sum + gap, 0) / typing.length;
  expect(mean).toBeGreaterThan(240);
  expect(mean).toBeLessThan(260);
});

test('everybody pauses for longer than a save waits', () => {
  for (const keys of plans) {
    const pauses = keys.slice(1).filter((key, index) => key.at - (keys[index]?.at ?? 0) > 2000);
    expect(pauses.length).toBeGreaterThan(MINUTES);
  }
});

test('no two writers press their keys at the same time, and one does so again in the next run', () => {
  const times = plans.flatMap((keys) => keys.map(({ at }) => at));
  expect(new Set(times).size).toBe(times.length);
  expect(typingPlan(3, 5000)).toEqual(plans[3]?.filter(({ at }) => at < 5000));
});

test('each backspace takes back a letter that was just typed', () => {
  for (const keys of plans)
    for (const [index, { letter }] of keys.entries())
      if (letter === undefined) expect(keys[index - 1]?.letter).toBe('x');
});
