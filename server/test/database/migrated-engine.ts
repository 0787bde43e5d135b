/**
 * A database engine with every migration applied, to be asked in plain SQL as its owner: for tests of the schema
 * itself, which no protocol stands in front of.
 */
import type { Engine } from '../../src/database/engines/engine.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { migrate } from '../../src/database/migrate/migrate.ts';
import { createTestDatabase } from '../support/test-database.ts';

export interface MigratedEngine extends AsyncDisposable {
  readonly pool: Engine['pool'];
}

/** @returns embedded in memory, or a new database on TEST_DATABASE_URL; gone once disposed */
export async function openMigratedEngine(): Promise<MigratedEngine> {
  const database = await createTestDatabase();
  const engine = await openEngine(database.config);
  const dispose = async () => {
    await engine.pool.end();
    await engine.close();
    await database[Symbol.asyncDispose]();
  };
  try {
    await migrate(engine.pool);
  } catch (error) {
    await dispose();
    throw error;
  }
  return { pool: engine.pool, [Symbol.asyncDispose]: dispose };
}
