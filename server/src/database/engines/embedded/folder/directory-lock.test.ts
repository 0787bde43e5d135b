import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from './directory-lock.ts';

type Locking = ChildProcessByStdio<Writable, Readable, null>;

let directory: string;
let children: Locking[];
beforeEach(async () => {
  children = [];
  directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-lock-'));
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  await rm(directory, { recursive: true });
});

test('a second lock is refused until the first is released', async () => {
  const first = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow('is in use');
  await first.release();
  await (await lockDirectory(directory)).release();
});

test('a killed process leaves nothing in the way', async () => {
  await leaveLockBehind();
  await (await lockDirectory(directory)).release();
});

test('of many processes that start at once behind a killed one, never two hold the lock', async () => {
  for (let round = 0; round < 5; round++) {
    await leaveLockBehind();
    const contenders = Array.from({ length: 4 }, () => lockingProcess());
    // As near to each other as processes get.
    await Promise.all(contenders.map(nextLine));
    const outcomes = await Promise.all(contenders.map(tryToLock));
    // None is possible, too: those who see each other step back, some time or other for good.
    expect(outcomes.filter((outcome) => outcome === 'locked').length).toBeLessThan(2);
    await Promise.all(contenders.map(kill));
  }
  await (await lockDirectory(directory)).release();
});

/** A process that says when it is ready, tries to lock the folder when told to, says how it went, and lives on. */
function lockingProcess(): Locking {
  const module = new URL('./directory-lock.ts', import.meta.url).href;
  const script = `import { lockDirectory } from ${JSON.stringify(module)};
    console.log('ready');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    await lockDirectory(${JSON.stringify(directory)}).then(() => console.log('locked'), () => console.log('refused'));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function nextLine(child: Locking): Promise<string> {
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

function tryToLock(child: Locking): Promise<string> {
  const outcome = nextLine(child);
  child.stdin.write('now\n');
  return outcome;
}

async function kill(child: Locking): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function leaveLockBehind(): Promise<void> {
  const child = lockingProcess();
  await nextLine(child);
  expect(await tryToLock(child)).toBe('locked');
  await expect(lockDirectory(directory)).rejects.toThrow('is in use');
  await kill(child);
}

test('a folder too deep for a socket is locked all the same', async () => {
  const deep = path.join(directory, 'd'.repeat(120));
  await mkdir(deep);
  const first = await lockDirectory(deep);
  await expect(lockDirectory(deep)).rejects.toThrow('is in use');
  await first.release();
});
