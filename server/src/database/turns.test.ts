import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Turn, type TurnLimits, Turns } from './turns.ts';

const LIMITS: TurnLimits = {
  places: 3,
  placesPerCaller: 2,
  longStatementMs: 10,
  longMs: 20,
  longPart: 0,
  placesForLongCallers: 1,
  oneByOne: false,
};

const running = new Map<string, Turn>();

/** Takes turns by name and notes in which order they began. */
function follow(limits: Partial<TurnLimits> = {}) {
  const turns = new Turns({ ...LIMITS, ...limits });
  const began: string[] = [];
  return {
    began,
    take: async (name: string, mayTakeLong = false) => {
      const caller = name.slice(0, 1);
      const turn = await turns.take(caller === '-' ? undefined : caller, mayTakeLong);
      turn.reached();
      began.push(name);
      running.set(name, turn);
    },
    end,
  };
}

async function end(name: string): Promise<void> {
  running.get(name)?.end();
  running.delete(name);
  await settled();
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(async () => {
  // A caller that still waits would be refused in ten seconds, in the middle of another file's tests.
  while (running.size > 0) for (const name of running.keys()) await end(name);
  vi.useRealTimers();
});

/** The caller keeps the database busy for longer than `longMs`. */
function pause(): void {
  vi.advanceTimersByTime(2 * LIMITS.longMs);
}

test('one caller leaves a place to the others', async () => {
  const { began, take, end } = follow({ longMs: 60_000 });
  for (const name of ['a1', 'a2', 'a3', 'b1']) void take(name);
  await settled();
  expect(began).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('the caller that kept it busy the least comes next, not the first in line', async () => {
  const { began, take, end } = follow({ places: 1, longMs: 60_000 });
  await take('a1');
  pause();
  for (const name of ['a2', 'b1', 'b2']) void take(name);
  await end('a1');
  await end('b1');
  expect(began).toEqual(['a1', 'b1', 'b2']);
});

test('a caller with long statements gets a place in quiet times, and does not wait for ever', async () => {
  const { began, take, end } = follow();
  await take('a1');
  pause();
  await end('a1');
  await take('b1');
  pause();
  void take('a2');
  await settled();
  expect(began).toEqual(['a1', 'b1']);
  // As much as both of a: it comes after.
  void take('c1');
  pause();
  await end('b1');
  await end('c1');
  expect(began.slice(2)).toContain('a2');
});

test('long statements come after quick ones, and not beside them', async () => {
  const { began, take, end } = follow({ longMs: 60_000 });
  await take('a1');
  for (const name of ['b1', 'c1']) void take(name, true);
  void take('a2');
  await settled();
  expect(began).toEqual(['a1', 'a2']);
  await end('a1');
  expect(began).toEqual(['a1', 'a2']);
  await end('a2');
  expect(began).toEqual(['a1', 'a2', 'b1']);
});

test('many quick statements in a row do not make a caller a long one', async () => {
  const { began, take, end } = follow();
  for (let index = 0; index < 20; index++) {
    await take(`a${index}`);
    vi.advanceTimersByTime(4);
    await end(`a${index}`);
  }
  void take('b1');
  void take('a20');
  await settled();
  expect(began.slice(-2)).toEqual(['b1', 'a20']);
});

test('one long statement among many quick ones does not make a caller a long one, several do', async () => {
  const { began, take, end } = follow({ longPart: 0.5 });
  for (let index = 0; index < 20; index++) {
    await take(`a${index}`);
    vi.advanceTimersByTime(4);
    await end(`a${index}`);
  }
  const takeLong = async (name: string) => {
    await take(name);
    pause();
    await end(name);
  };
  await takeLong('a20');
  await take('b1');
  void take('a21');
  await settled();
  expect(began.at(-1)).toBe('a21');
  for (const name of ['a21', 'b1']) await end(name);
  for (const name of ['a22', 'a23']) await takeLong(name);
  await take('b2');
  void take('a24');
  await settled();
  expect(began.at(-1)).toBe('b2');
});

test('an operator waits for nobody', async () => {
  const { began, take } = follow({ longMs: 60_000 });
  for (const name of ['a1', 'a2', 'b1', '-1', '-2']) void take(name);
  await settled();
  expect(began).toEqual(['a1', 'a2', 'b1', '-1', '-2']);
});

test('a caller that sends too many at once is told to wait', async () => {
  const { take } = follow();
  for (let index = 0; index < 202; index++) take(`a${index}`).catch(() => undefined);
  await expect(take('a202')).rejects.toMatchObject({ seconds: 1 });
});
