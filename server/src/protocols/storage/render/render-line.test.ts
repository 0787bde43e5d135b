import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Job, RenderLine } from './render-line.ts';

function lineOf(...jobs: readonly Job[]): RenderLine<Job> {
  const line = new RenderLine<Job>();
  for (const job of jobs) line.add(job);
  return line;
}
const order = (line: RenderLine<Job>) => {
  const taken: string[] = [];
  for (let job = line.next(); job; job = line.next()) taken.push(`${job.sender}${job.effort}`);
  return taken.join(' ');
};
const of = (sender: string, ...efforts: readonly number[]): Job[] =>
  efforts.map((effort) => ({ sender, effort }));

test('each sender has their turn, and their small work comes first', () => {
  const line = lineOf(...of('a', 100, 100, 100, 10), ...of('b', 100), ...of('c', 5));
  expect(order(line)).toBe('c5 a10 b100 a100 a100 a100');
});

test('whoever comes later does not wait behind all of another’s', () => {
  const line = lineOf(...of('a', ...Array<number>(32).fill(8000)));
  line.next();
  line.add({ sender: 'b', effort: 50 });
  expect(line.next()).toMatchObject({ sender: 'b' });
});

test('all work is done once, and none waits for ever behind small work that keeps coming', () => {
  const jobs = fc.array(
    fc.record({ sender: fc.constantFrom('a', 'b', 'c'), effort: fc.integer({ min: 1, max: 8000 }) }),
  );
  fc.assert(
    fc.property(jobs, (all) => {
      const line = lineOf(...all);
      const taken: Job[] = [];
      for (let job = line.next(); job; job = line.next()) taken.push(job);
      expect(line.isEmpty).toBe(true);
      expect(new Set(taken)).toEqual(new Set(all));
      expect(taken).toHaveLength(all.length);
    }),
  );
  const line = lineOf(...of('large', 1000));
  for (let newcomer = 0; newcomer < 100; newcomer++) {
    line.add({ sender: `new ${newcomer}`, effort: 100 });
    if (line.next()?.sender === 'large') return;
  }
  expect.unreachable();
});
