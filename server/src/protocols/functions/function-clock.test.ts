import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFunctions } from './find-functions.ts';
import { startFunctionClock } from './function-clock.ts';
import type { FunctionsHost } from './functions-host.ts';

const MINUTE = 60_000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-clock-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function add(name: string, schedule?: string): Promise<void> {
  const directory = path.join(folder, 'functions', name);
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'index.ts'), '');
  if (schedule !== undefined) await writeFile(path.join(directory, 'schedule.json'), schedule);
}

test('calls scheduled functions with the secret key until it is stopped, despite failures', async () => {
  await add('tidy', '{ "everyMinutes": 15, "path": "scheduled" }');
  await add('plain');
  const found = await findFunctions(folder);
  vi.useFakeTimers();
  const asked: string[] = [];
  const ask: FunctionsHost['ask'] = async ({ name }, { method, url, headers }) => {
    asked.push(`${method} ${name} ${url.pathname} ${headers.join()}`);
    throw new Error('It failed.');
  };
  const clock = startFunctionClock(found, { ask }, { secretKey: 's', origin: 'http://127.0.0.1:1' });
  await vi.advanceTimersByTimeAsync(14 * MINUTE);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(16 * MINUTE);
  expect(asked).toEqual(Array(2).fill('POST tidy /tidy/scheduled authorization,Bearer s'));
  clock.stop();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(asked).toHaveLength(2);
});

test.each(['{', '{}', '{ "everyMinutes": 0, "path": "x" }', '{ "everyMinutes": 5, "path": "../other" }'])(
  'the schedule %s is refused at the start',
  async (schedule) => {
    await add('tidy', schedule);
    await expect(findFunctions(folder)).rejects.toThrow(/schedule\.json cannot be read/);
  },
);

test('pages are synced with Notion every 15 minutes', async () => {
  const found = await findFunctions(fileURLToPath(new URL('../../../../supabase', import.meta.url)));
  expect(found.get('notion-sync')?.schedule).toEqual({ everyMinutes: 15, path: 'scheduled' });
});
