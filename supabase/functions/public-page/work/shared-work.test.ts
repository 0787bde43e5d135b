import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

interface Begun {
  resolve(result: string): void;
  reject(error: Error): void;
}

function watched() {
  const begun: Begun[] = [];
  const shared = new SharedWork<string>();
  const ask = (name: string) =>
    shared.do(name, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      begun.push({ resolve, reject });
      return promise;
    });
  return { begun, ask };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a caller who comes in the middle waits for the next time, with all others', async () => {
  const { begun, ask } = watched();
  const first = ask('one');
  await soon();
  const [second, third] = [ask('one'), ask('one')];
  const other = ask('other');
  await soon();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve('of the other');
  begun[0]?.resolve('old');
  await soon();
  expect(begun).toHaveLength(3);
  begun[2]?.resolve('new');
  expect(await Promise.all([first, second, third, other])).toEqual(['old', 'new', 'new', 'of the other']);
});

test('a failure reaches those who waited for it, and the work is done again', async () => {
  const { begun, ask } = watched();
  const first = ask('one');
  await soon();
  const second = ask('one');
  begun[0]?.reject(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  await soon();
  begun[1]?.resolve('an answer');
  expect(await second).toBe('an answer');
  const third = ask('one');
  await soon();
  begun[2]?.resolve('another');
  expect(await third).toBe('another');
});
