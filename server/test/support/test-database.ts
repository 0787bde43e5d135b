/**
 * A fresh, migrated database for a test file: embedded in memory, or, when TEST_DATABASE_URL is set, a new one on
 * that Postgres server, dropped at the end.
 */
import { randomBytes } from 'node:crypto';
import type { DatabaseConfig } from '../../src/database/engines/database-config.ts';
import { administer, databaseAt } from './administer-postgres.ts';
import { borrowFrom, type Image } from './borrow-thread.ts';
import { noteStatements } from './note-statements.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly config: DatabaseConfig;
}

/** The copies that `database-template.ts` has made; without them the first start of a server migrates. */
const copyOf = {
  image: (): Image | undefined => {
    const { TEST_DATABASE_IMAGE: file, TEST_DATABASE_FINGERPRINT: fingerprint } = process.env;
    return file && fingerprint ? { file, fingerprint } : undefined;
  },
  template: () => process.env.TEST_DATABASE_TEMPLATE ?? 'template1',
};

/**
 * @param extra SQL for tables and functions of the tests' own, without rows
 * @returns a migrated database
 */
export function createTestDatabase(extra = ''): Promise<TestDatabase> {
  return create(copyOf.image(), copyOf.template(), extra);
}

/** @returns a database that has yet to get its first migration */
export function createEmptyTestDatabase(): Promise<TestDatabase> {
  return create(undefined, 'template1', '');
}

async function create(image: Image | undefined, template: string, extra: string): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE_REFUSED)
    throw new Error('This test file is among those without a database: see database-tests.ts.');
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    return {
      config: { kind: 'memory', ...(image && { borrow: borrowFrom(image, extra) }) },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
  const name = `trellis_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
  if (extra !== '') await administer(databaseAt(server, name), extra);
  return {
    config: { kind: 'postgres', url: databaseAt(server, name) },
    [Symbol.asyncDispose]: async () => {
      if (process.env.TEST_STATEMENTS) await noteStatements(server, name, process.env.TEST_STATEMENTS);
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}
