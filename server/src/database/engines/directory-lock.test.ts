import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from './directory-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('a second lock is refused until the first is released', async () => {
  const first = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow('is in use');
  await first.release();
  await (await lockDirectory(directory)).release();
});

test('a process that was killed leaves nothing in the way', async () => {
  const module = new URL('./directory-lock.ts', import.meta.url).href;
  const script = `import { lockDirectory } from ${JSON.stringify(module)};
    await lockDirectory(${JSON.stringify(directory)}); console.log('locked'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await expect(lockDirectory(directory)).rejects.toThrow('is in use');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await lockDirectory(directory)).release();
});

test('a folder too deep for a socket is locked all the same', async () => {
  const deep = path.join(directory, 'd'.repeat(120));
  await mkdir(deep);
  const first = await lockDirectory(deep);
  await expect(lockDirectory(deep)).rejects.toThrow('is in use');
  await first.release();
});
