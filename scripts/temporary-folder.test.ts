import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

test('where there is no memory for files, the tests keep them on the disk', async () => {
  const folder = await makeTemporaryFolder('/no/such/folder');
  expect(path.dirname(folder)).toBe(os.tmpdir());
  rmSync(folder, { recursive: true });
});

test('every user may enter the folder, and those of runs that were broken off are gone', async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'trellis-memory-'));
  const other = 'trellis-other';
  const running = `trellis-run-${process.ppid}-running`;
  // No process has so high a number.
  for (const name of [other, running, 'trellis-run-999999999-over']) mkdirSync(path.join(parent, name));
  const folder = await makeTemporaryFolder(parent);
  expect(statSync(folder).mode & 0o777).toBe(0o777);
  rmSync(folder, { recursive: true });
  if (path.dirname(folder) === parent) expect(readdirSync(parent).sort()).toEqual([other, running].sort());
  rmSync(parent, { recursive: true });
});
