import { expect, test } from 'vitest';
import { RecentWork } from './recent-work.ts';

const sizeOf = (text: string) => text.length;

/** @returns the work done, in order */
async function askAll(recent: RecentWork<string>, names: readonly string[]): Promise<string[]> {
  const worked: string[] = [];
  for (const name of names) {
    const work = async () => {
      worked.push(name);
      return `${name}!`;
    };
    expect(await recent.get(name, work)).toBe(`${name}!`);
  }
  return worked;
}

test('the same work is done once', async () => {
  expect(await askAll(new RecentWork(99, sizeOf), ['a', 'b', 'a', 'b'])).toEqual(['a', 'b']);
});

test('the result used longest ago goes when there is no more room', async () => {
  // Each takes three characters.
  expect(await askAll(new RecentWork(6, sizeOf), ['a', 'b', 'a', 'c', 'a', 'b'])).toEqual([
    'a',
    'b',
    'c',
    'b',
  ]);
});

test('a result larger than the whole room is not kept', async () => {
  expect(await askAll(new RecentWork(2, sizeOf), ['a', 'a'])).toEqual(['a', 'a']);
});

test('callers with the same work at the same time share it, and a failure is tried again', async () => {
  const recent = new RecentWork(99, sizeOf);
  const first = Promise.withResolvers<string>();
  const asked = [recent.get('a', () => first.promise), recent.get('a', async () => 'another')];
  first.reject(new Error('No answer.'));
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
  expect(await recent.get('a', async () => 'again')).toBe('again');
});
