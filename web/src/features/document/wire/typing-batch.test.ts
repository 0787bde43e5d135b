import { expect, test } from 'vitest';
import { batchMs } from './typing-batch.ts';

test('a few people wait hardly for each other, and a crowd sends no more messages than a few do', () => {
  for (const few of [1, 2, 10]) expect(batchMs(few, 0)).toBe(50);
  const sentInASecond = (writers: number) => (writers * 1000) / batchMs(writers, 0);
  for (let writers = 1; writers <= 50; writers++) expect(sentInASecond(writers)).toBeLessThanOrEqual(200);
  expect(sentInASecond(100)).toBe(400);
});

test('the first letter after a pause goes at once, and the next ones wait from then on', () => {
  expect(batchMs(2, Number.POSITIVE_INFINITY)).toBe(0);
  expect(batchMs(20, 100)).toBe(0);
  expect(batchMs(20, 30)).toBe(70);
});
