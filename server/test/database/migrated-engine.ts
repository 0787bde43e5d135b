/**
 * A database engine with every migration applied, to be asked in plain SQL as its owner: for tests of the schema
 * itself, which no protocol stands in front of.
 */
import type { Engine } from '../../src/database/engines/engine.ts';
import { openPgliteInMemory } from '../../src/database/engines/pglite.ts';
import { openPostgres } from '../../src/database/engines/postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createTestDatabase } from '../support/test-database.ts';

export interface MigratedEngine extends AsyncDisposable {
  readonly kind: Engine['kind'];
  readonly pool: Engine['pool'];
}

/** @returns embedded in memory, or a new database on TEST_DATABASE_URL; gone once disposed */
export async function openMigratedEngine(): Promise<MigratedEngine> {
  const database = await createTestDatabase();
  const engine =
    database.config.kind === 'postgres'
      ? await openPostgres(database.config.url)
      : await openPgliteInMemory();
  const dispose = async () => {
    await engine.pool.end();
    await engine.close();
    await database[Symbol.asyncDispose]();
  };
  try {
    await migrate(engine.pool, { beforeUpgrade: async () => undefined, onApplied: () => undefined });
  } catch (error) {
    await dispose();
    throw error;
  }
  return { kind: engine.kind, pool: engine.pool, [Symbol.asyncDispose]: dispose };
}
