/**
 * A fresh, migrated database for a test file: embedded in memory, or, when TEST_DATABASE_URL is set, a new one on
 * that Postgres server, dropped at the end.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/config/config.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly config: DatabaseConfig;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const image = process.env.TEST_DATABASE_IMAGE;
    return {
      config: image === undefined ? { kind: 'memory' } : { kind: 'memory', image },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
  const name = `trellis_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    config: { kind: 'postgres', url: url.href },
    [Symbol.asyncDispose]: () => administer(server, `drop database ${name} with (force)`),
  };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
