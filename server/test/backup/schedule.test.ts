/** Backups by the schedule, of several processes on one database, into a folder and an S3 store. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkArchive } from '../../src/backup/archive/check-archive.ts';
import { beginDueRecord, beginRecord, listRecords } from '../../src/backup/backup-records.ts';
import { Backups } from '../../src/backup/backups.ts';
import { openFolder } from '../../src/backup/places/folder-place.ts';
import type { Place } from '../../src/backup/places/place.ts';
import { openS3Place } from '../../src/backup/places/s3-place.ts';
import { generateSecrets } from '../../src/config/secrets.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { beginRemoval, noteUpload } from '../../src/protocols/storage/store/loose-files.ts';
import { startTestStore } from '../support/s3-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HOUR_MS = 3_600_000;
let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let observations: Observation[];
const opened: Backups[] = [];

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.config, { statementTimeoutS: 8 }, () => undefined);
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-backups-'));
  observations = [];
});
afterEach(async () => {
  for (const backups of opened.splice(0)) await backups.stop();
  await database.close();
  await testDatabase[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function openBackups(place: Place, { every = HOUR_MS, keep = 3 } = {}): Promise<Backups> {
  const backups = new Backups({
    config: { every, keep, files: 'all' },
    place,
    database,
    files: { open: async () => undefined },
    secrets: await generateSecrets(),
    observe: (observation) => observations.push(observation),
  });
  opened.push(backups);
  return backups;
}

const write = (text: string) => database.asOwner((transaction) => transaction.query({ text }));
const kinds = () => observations.map(({ kind }) => kind);
const archives = async () => (await readdir(folder)).sort();

test('of several processes one makes the backup that is due, and none makes another one before its time', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => openBackups(openFolder(folder))));
  for (const backups of all) backups.start(20);
  await expect.poll(kinds).toEqual(['backup-made']);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(kinds()).toEqual(['backup-made']);
  expect(await all[0]?.list()).toMatchObject([{ is_scheduled: true, problem: null, place: folder }]);
  await write(`update trellis_server.backups set started_at = now() - interval '61 minutes'`);
  await expect.poll(kinds).toEqual(['backup-made', 'backup-made']);
});

test('so many stay, and nothing else in the folder is touched', async () => {
  const old = ['trellis-2026-01-01T00-00-00Z.tar', 'trellis-2026-01-02T00-00-00Z.tar'];
  for (const name of [...old, 'trellis-notes.tar', 'database-2026.tar.gz'])
    await writeFile(path.join(folder, name), '');
  const backups = await openBackups(openFolder(folder), { keep: 2 });
  await beginRecord(database, { is_scheduled: true, place: folder, name: old[0] ?? '', release: '1' });
  await write(`update trellis_server.backups set finished_at = now()`);
  await backups.request();
  await expect.poll(kinds).toEqual(['backup-made']);
  await backups.stop();
  expect((await backups.list()).map(({ name }) => name)).not.toContain(old[0]);
  expect(await archives()).toEqual([
    'database-2026.tar.gz',
    old[1],
    expect.stringMatching(/^trellis-20\d\d-.*Z\.tar$/),
    'trellis-notes.tar',
  ]);
});

test('one that fails is told of, leaves those before alone, and is tried again after a pause', async () => {
  const place = openFolder(folder);
  const full: Place = {
    ...place,
    begin: async (name) => ({
      ...(await place.begin(name)),
      write: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    }),
  };
  await writeFile(path.join(folder, 'trellis-2026-01-01T00-00-00Z.tar'), 'kept');
  const backups = await openBackups(full, { keep: 1 });
  backups.start(20);
  await expect.poll(kinds).toEqual(['backup-failed']);
  expect(backups.warnings()).toEqual(['The last backup failed: no space left']);
  expect(await archives()).toEqual(['trellis-2026-01-01T00-00-00Z.tar']);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(kinds()).toEqual(['backup-failed']);
  await write(`update trellis_server.backups set finished_at = now() - interval '6 minutes'`);
  await expect.poll(kinds).toEqual(['backup-failed', 'backup-failed']);
  // Twice as long after the second one.
  await write(`update trellis_server.backups set finished_at = now() - interval '6 minutes'`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(kinds().length).toBe(2);
});

test('the failure of another process, or from before a start, is told of until a backup is complete', async () => {
  await beginRecord(database, { is_scheduled: true, place: folder, name: 'one', release: '1' });
  await write(`update trellis_server.backups set finished_at = now(), problem = 'no space left'`);
  const backups = await openBackups(openFolder(folder));
  backups.start(20);
  await expect.poll(() => backups.warnings()).toEqual(['The last backup failed: no space left']);
  await backups.request();
  await expect.poll(kinds).toEqual(['backup-made']);
  expect(backups.warnings()).toEqual([]);
});

test('one that a stop gives up is no failure, and is due at the next start', async () => {
  const place = openFolder(folder);
  const slow: Place = {
    ...place,
    begin: async (name) => ({
      ...(await place.begin(name)),
      write: () => new Promise((resolve) => setTimeout(resolve, 100)),
    }),
  };
  const stopped = await openBackups(slow);
  stopped.start();
  await expect.poll(async () => (await stopped.list()).length).toBe(1);
  await stopped.stop();
  expect([kinds(), await stopped.list(), await archives()]).toEqual([[], [], []]);
  const next = await openBackups(place);
  next.start();
  await expect.poll(kinds).toEqual(['backup-made']);
});

test('a folder that cannot be written is named', async () => {
  await mkdir(path.join(folder, 'file'));
  await writeFile(path.join(folder, 'file/in-the-way'), '');
  const backups = await openBackups(openFolder(path.join(folder, 'file/in-the-way/backups')));
  await backups.request();
  await expect.poll(kinds).toEqual(['backup-failed']);
  expect(backups.warnings()[0]).toMatch(/The backup cannot be written to .+in-the-way\/backups: E?NOTDIR/);
});

test('while one is made there is no other, and no file is removed; a process that died holds nobody up', async () => {
  const record = { is_scheduled: false, place: folder, name: 'one', release: '1' };
  await noteUpload(database, '00000000-0000-4000-8000-000000000001');
  await write(`update trellis_server.loose_files set due = now()`);
  expect(await beginRecord(database, record)).toBeDefined();
  expect(await beginRecord(database, record)).toBeUndefined();
  expect(await beginDueRecord(database, record, HOUR_MS)).toBeUndefined();
  expect(await beginRemoval(database, 10)).toEqual([]);
  await write(`update trellis_server.backups set alive_until = now() - interval '1 second'`);
  expect(await listRecords(database)).toMatchObject([{ problem: expect.stringContaining('ended before') }]);
  expect((await beginRemoval(database, 10)).length).toBe(1);
  expect(await beginRecord(database, record)).toBeDefined();
});

test('an S3 store keeps archives, hands them out, and lets the oldest go', async () => {
  await using store = await startTestStore();
  const { bucket, ...access } = store.config;
  const place = await openS3Place(`s3://${bucket}/of-trellis/daily`, access, store.secretAccessKey);
  // The archive has several parts.
  const draft = await place.begin('trellis-2026-01-01T00-00-00Z.tar');
  for (let part = 0; part < 5; part++) await draft.write(Buffer.alloc(20 * 1024 * 1024, part));
  expect(await place.list()).toEqual([]);
  await draft.commit();
  let size = 0;
  for await (const { length } of (await place.open('trellis-2026-01-01T00-00-00Z.tar'))?.bytes ?? nothing())
    size += length;
  expect(size).toBe(100 * 1024 * 1024);
  const given = await place.begin('trellis-2026-01-02T00-00-00Z.tar');
  await given.write(Buffer.from('half'));
  await given.abort();
  const backups = await openBackups(place, { keep: 1 });
  const id = await backups.request();
  await expect.poll(kinds).toEqual(['backup-made']);
  await backups.stop();
  const [name = '', ...others] = await place.list();
  expect(others).toEqual([]);
  const archive = await backups.open(id ?? '');
  expect(archive?.name).toBe(name);
  expect(await checkArchive(archive?.bytes ?? nothing())).toMatchObject({ product: 'trellis' });
  await store.stop();
  const away = await openBackups(place);
  await away.request();
  await expect.poll(kinds).toEqual(['backup-made', 'backup-failed']);
  expect(away.warnings()[0]).toMatch(
    /The S3 store could not begin a backup at s3:\/\/files\/of-trellis\/daily/,
  );
  await store.start();
});

async function* nothing(): AsyncGenerator<Uint8Array> {}
