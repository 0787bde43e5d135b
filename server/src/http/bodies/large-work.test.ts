import { expect, test } from 'vitest';
import { createLargeWork } from './large-work.ts';

test('large work begins in order, one at a time, and others are served between two pieces', async () => {
  const work = createLargeWork();
  const order: string[] = [];
  const served = async (name: string) => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
  };
  await Promise.all(
    ['first', 'second', 'third'].map(async (name) => {
      await work.turn();
      order.push(name);
      // Some turns of promises later it is still the same piece.
      for (let step = 0; step < 20; step++) await undefined;
      order.push(`${name} done`);
      await served(`beside ${name}`);
    }),
  );
  expect(order).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [name, `${name} done`, `beside ${name}`]),
  );
});

test('work that comes later is let in as well', async () => {
  const work = createLargeWork();
  await work.turn();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await work.turn();
});
