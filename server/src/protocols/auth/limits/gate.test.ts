import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('runs a few at once, lets others wait, and refuses the rest', async () => {
  const gate = createGate({ running: 2, waiting: 3 });
  const finish: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running++;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running--;
  };
  const accepted = Array.from({ length: 5 }, () => gate.run(work));
  await expect(gate.run(work)).rejects.toMatchObject({ code: 'over_request_rate_limit' });
  while (running > 0) {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(accepted);
  expect(most).toBe(2);
});

test('makes room again after a failure', async () => {
  const gate = createGate({ running: 1, waiting: 0 });
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.run(async () => 'fine')).toBe('fine');
});
