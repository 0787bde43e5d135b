import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from './merge-in-order.ts';

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function compare(left: readonly string[], right: readonly string[]) {
  const only: { left: string[]; right: string[] } = { left: [], right: [] };
  for await (const difference of differences(each(left), each(right), (item) => item)) {
    if (difference.only === 'left') only.left.push(difference.key);
    else only.right.push(difference.item);
  }
  return only;
}

const keys = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), { maxLength: 8 });

test('finds what only one of two lists has', async () => {
  await fc.assert(
    fc.asyncProperty(keys, keys, async (some, others) => {
      const left = [...new Set(some)].sort();
      const right = others.toSorted();
      expect(await compare(left, right)).toEqual({
        left: left.filter((key) => !right.includes(key)),
        right: right.filter((key) => !left.includes(key)),
      });
    }),
    { numRuns: 500 },
  );
});

test('a list in another order is refused, because everything found in it would be wrong', async () => {
  await expect(compare(['b', 'a'], ['a', 'b'])).rejects.toThrow('order');
  await expect(compare(['a', 'b'], ['b', 'a'])).rejects.toThrow('order');
});
