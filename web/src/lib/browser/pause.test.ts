import { describe, expect, it } from 'vitest';
import { atMost } from './pause.ts';

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
