/**
 * Migrating a new database takes seconds, copying a migrated one a fraction of one: so one is made and migrated
 * once per run, and every test file starts from a copy. On Postgres it is a template database, otherwise the
 * file of a backup.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openInMemory } from '../../src/database/engines/embedded/open-embedded.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { migrate } from '../../src/database/migrate/migrate.ts';
import { administer, databaseAt } from './administer-postgres.ts';
import { fingerprintOf } from './borrow-thread.ts';

/** @returns what removes the migrated database again */
export async function setup(): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? makeTemplate(server) : makeImage();
}

/** On a Postgres server. @returns what drops it again */
export async function makeTemplate(server: string): Promise<() => Promise<void>> {
  const name = `trellis_template_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const engine = await openEngine({ kind: 'postgres', url: databaseAt(server, name) });
  await migrate(engine.pool);
  await engine.pool.end();
  await engine.close();
  // A template is copied only while nobody is connected to it.
  await administer(server, `alter database ${name} with is_template true allow_connections false`);
  process.env.TEST_DATABASE_TEMPLATE = name;
  return async () => {
    await administer(server, `alter database ${name} with is_template false`);
    await administer(server, `drop database ${name} with (force)`);
  };
}

async function makeImage(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-image-'));
  const backup = path.join(directory, 'image.tar.gz');
  const engine = await openInMemory();
  await migrate(engine.pool);
  // Else the copy replays its log when it is opened, which takes sequences some numbers ahead of where they are here.
  await engine.pool.query('checkpoint');
  await engine.backup(backup);
  process.env.TEST_DATABASE_FINGERPRINT = await fingerprintOf(engine.pool);
  await engine.pool.end();
  await engine.close();
  // Unpacked once instead of for each test file, which saves a third of a second of each.
  const image = path.join(directory, 'image.tar');
  await pipeline(createReadStream(backup), createGunzip(), createWriteStream(image));
  process.env.TEST_DATABASE_IMAGE = image;
  return () => rm(directory, { recursive: true });
}
