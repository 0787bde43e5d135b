import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout.ts';

test('work that settles in time is passed on', async () => {
  await expect(withTimeout(Promise.resolve(1), 50)).resolves.toBe(1);
  await expect(withTimeout(Promise.reject(new Error('no')), 50)).rejects.toThrow('no');
});

test('work that takes too long ends with an error in words', async () => {
  await expect(withTimeout(new Promise(() => {}), 5)).rejects.toMatchObject({
    code: 'UNKNOWN_ERROR',
    message: 'Operation timed out after 5ms',
  });
});
