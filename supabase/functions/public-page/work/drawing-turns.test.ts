import { expect, test } from 'vitest';
import { DrawingTurns, networkOf, TooManyWait } from './drawing-turns.ts';

/**
 * A clock that goes on while something is drawn, and stands still while this process rests until the test ends its
 * rest.
 */
function turnsOnHeldClock() {
  let now = 0;
  const rests: { readonly ms: number; readonly end: () => void }[] = [];
  const turns = new DrawingTurns({
    now: () => now,
    rest: (ms) => new Promise((end) => rests.push({ ms, end })),
  });
  const drawn: string[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    drawn,
    rests,
    read: (page: string, network: string, tookMs: number, length = 1000) =>
      turns.draw({ page, network }, length, () => {
        drawn.push(`${page} for ${network}`);
        now += tookMs;
      }),
    endRest: async () => {
      await settled();
      const rest = rests.shift();
      now += rest?.ms ?? 0;
      rest?.end();
      await settled();
      return rest?.ms;
    },
  };
}

test('a reader comes before those whose address has kept others waiting', async () => {
  const { read, drawn, endRest } = turnsOnHeldClock();
  for (const page of ['1', '2', '3']) void read(page, 'greedy', 900);
  expect(await endRest()).toBe(300);
  // Asked while the process rested, and before.
  void read('4', 'greedy', 900);
  void read('quick', 'other', 5);
  await endRest();
  await endRest();
  expect(drawn).toEqual(['1 for greedy', '2 for greedy', 'quick for other', '3 for greedy']);
});

test('a page that has kept others waiting comes last, whoever reads it', async () => {
  const { read, drawn, endRest } = turnsOnHeldClock();
  void read('long', 'a', 900);
  void read('long', 'b', 900);
  void read('new', 'c', 5, 9000);
  await endRest();
  await endRest();
  expect(drawn).toEqual(['long for a', 'new for c', 'long for b']);
});

test('of many readers of whom nothing is known, those of short pages come first', async () => {
  const { read, drawn, endRest } = turnsOnHeldClock();
  void read('first', 'a', 900, 250_000);
  void read('second', 'b', 900, 250_000);
  void read('short', 'c', 5, 100);
  await endRest();
  expect(drawn).toEqual(['first for a', 'short for c']);
});

test('after a short page the next one begins at once', async () => {
  const { read, endRest } = turnsOnHeldClock();
  void read('a', 'a', 5);
  expect(await endRest()).toBe(0);
});

test('a page that fails lets the next one begin', async () => {
  const turns = new DrawingTurns();
  const reader = { page: 'a', network: 'a' };
  const failing = turns.draw(reader, 1, () => Promise.reject(new Error('no')));
  const next = turns.draw(reader, 1, () => 'drawn');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('drawn');
});

test('texts that wait have a bound together', async () => {
  const { read } = turnsOnHeldClock();
  void read('a', 'a', 900, 30 * 1024 * 1024);
  void read('b', 'b', 900, 30 * 1024 * 1024);
  await expect(read('c', 'c', 900, 5 * 1024 * 1024)).rejects.toThrow(TooManyWait);
});

test('one reader has a whole network of the newer addresses', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
});
