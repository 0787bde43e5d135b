import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { expect, test } from 'vitest';
import { databaseProblem } from '../protocols/rest/respond/database-error.ts';
import { isDiskFull, requireRoom } from './disk-room.ts';

// As the embedded database reported it on a file system without room.
const PANIC = Object.assign(
  new Error('could not write to file "pg_wal/xlogtemp.42": No space left on device'),
  { code: '53100', severity: 'PANIC' },
);

test('knows a full disk by the words of the file system and of Postgres', async () => {
  expect(isDiskFull(PANIC)).toBe(true);
  expect(isDiskFull(Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }))).toBe(
    true,
  );
  const other: unknown = await readFile('/nothing/here').catch((error: unknown) => error);
  expect(isDiskFull(other)).toBe(false);
});

test('a program gets a status of its own, and no path', () => {
  const told = databaseProblem(PANIC, false);
  expect(told).toMatchObject({ status: 507, code: '53100', message: expect.stringContaining('full') });
  expect(JSON.stringify(told)).not.toContain('pg_wal');
});

test('a sentence says that there is too little room', async () => {
  await requireRoom(os.tmpdir(), 0);
  await expect(requireRoom(os.tmpdir(), 1e12)).rejects.toThrow(
    /^The disk that holds .+ is full: \d+ MB are free, and/,
  );
});
