import { afterEach, describe, expect, it, vi } from 'vitest';
import { answeredWithin, atMost } from './pause.ts';

const HOUR_MS = 3_600_000;

describe('waiting at most for a time', () => {
  it('ends when the time is over', async () => {
    const endless = new Promise(() => undefined);
    await expect(atMost(endless, 1)).resolves.toBeUndefined();
  });

  it('ends when the work does', async () => {
    await expect(atMost(Promise.resolve(), HOUR_MS)).resolves.toBeUndefined();
  });

  it('passes its failure on', async () => {
    await expect(atMost(Promise.reject(new Error('Out of order')), HOUR_MS)).rejects.toThrow('Out of order');
  });
});

describe('waiting for an answer', () => {
  afterEach(() => vi.useRealTimers());

  it('ends with it, or with what went wrong', async () => {
    await expect(answeredWithin(1, Promise.resolve('yes'))).resolves.toBe('yes');
    await expect(answeredWithin(1, Promise.reject(new Error('Out of order')))).rejects.toThrow(
      'Out of order',
    );
  });

  it('counts the seconds in which the tab was awake', async () => {
    vi.useFakeTimers();
    let answer: (word: string) => void = () => undefined;
    const asked = answeredWithin(3, new Promise<string>((resolve) => (answer = resolve)));
    await vi.advanceTimersByTimeAsync(2000);
    // The time that a frozen tab misses is one step of its timers.
    vi.setSystemTime(Date.now() + HOUR_MS);
    answer('late');
    await vi.advanceTimersByTimeAsync(1000);
    await expect(asked).resolves.toBe('late');

    const never = answeredWithin(3, new Promise(() => undefined));
    const refused = expect(never).rejects.toThrow('no answer in 3 seconds');
    await vi.advanceTimersByTimeAsync(3000);
    await refused;
  });
});
