import { expect, test } from 'vitest';
import { batchMs } from './typing-batch.ts';

test('a few people see each letter at once, and a crowd sends no more messages than a few do', () => {
  for (const few of [1, 2, 5]) expect(batchMs(few)).toBe(50);
  const sentInASecond = (writers: number) => (writers * 1000) / batchMs(writers);
  for (let writers = 1; writers <= 50; writers++) expect(sentInASecond(writers)).toBeLessThanOrEqual(100);
  expect(sentInASecond(100)).toBe(200);
});
