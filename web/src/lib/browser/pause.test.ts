import { describe, expect, it } from 'vitest';
import { atMost } from './pause.ts';

const HOUR_MS = 3_600_000;

describe('work that is waited for at most for a time', () => {
  it('is not waited for any longer', async () => {
    const endless = new Promise(() => undefined);
    await expect(atMost(endless, 1)).resolves.toBeUndefined();
  });

  it('is waited for no longer than it takes', async () => {
    await expect(atMost(Promise.resolve(), HOUR_MS)).resolves.toBeUndefined();
  });

  it('tells what it failed with', async () => {
    await expect(atMost(Promise.reject(new Error('Out of order')), HOUR_MS)).rejects.toThrow('Out of order');
  });
});
