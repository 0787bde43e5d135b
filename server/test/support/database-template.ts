/**
 * Migrating a new database takes seconds, copying a migrated one a fraction of one: so one is made and migrated
 * once per run, and every test file and every journey starts from a copy. On Postgres it is a template database, otherwise an
 * archive of a folder.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openEmbedded } from '../../src/database/engines/embedded/open-embedded.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { migrate } from '../../src/database/migrate/migrate.ts';
import { administer, databaseAt } from './administer-postgres.ts';
import { fingerprintOf } from './borrow-thread.ts';

/** @returns what removes the migrated database again; nothing to do where a run of several suites has made one for all */
export async function setup(): Promise<() => Promise<void>> {
  const {
    TEST_DATABASE_URL: server,
    TEST_DATABASE_TEMPLATE: template,
    TEST_DATABASE_IMAGE: image,
  } = process.env;
  if (server ? template : image) return async () => undefined;
  return server ? makeTemplate(server) : makeImage();
}

/** On a Postgres server. @returns what drops it again */
async function makeTemplate(server: string): Promise<() => Promise<void>> {
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
  const folder = path.join(directory, 'database');
  const engine = await openEmbedded(folder, { isDraft: true });
  await migrate(engine.pool);
  process.env.TEST_DATABASE_FINGERPRINT = await fingerprintOf(engine.pool);
  // A database that was closed has no log to replay: its copy opens sooner, and its sequences are where they are here.
  await engine.pool.end();
  await engine.close();
  const image = path.join(directory, 'image.tar');
  await promisify(execFile)('tar', ['-cf', image, '-C', folder, ...(await readdir(folder))]);
  await rm(folder, { recursive: true });
  process.env.TEST_DATABASE_IMAGE = image;
  return () => rm(directory, { recursive: true });
}
