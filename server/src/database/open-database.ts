/** Opens the configured database, brings its schema up to date, and only then hands it out. */

import type { Observe } from '../observe/observation.ts';
import { closeInTime } from './close-in-time.ts';
import type { Database } from './database.ts';
import type { DatabaseConfig } from './engines/database-config.ts';
import { openEngine } from './engines/open-engine.ts';
import { editedMigrations } from './migrate/applied-texts.ts';
import { migrate } from './migrate/migrate.ts';
import { PooledDatabase } from './pooled-database.ts';
import { checkSchema } from './schema-check/check-schema.ts';

const CLOSE_TIMEOUT_MS = 5000;

/**
 * @param limits that the database itself keeps, read for each transaction of a caller; the same names each time
 * @throws {Error} when the database cannot be opened or a migration fails: it changed nothing, those before it stay
 */
export async function openDatabase(
  config: DatabaseConfig,
  { statementTimeoutS }: { readonly statementTimeoutS: number },
  observe: Observe,
  limits?: () => Readonly<Record<string, number>>,
): Promise<Database> {
  const engine = await openEngine(config, (error) => observe({ kind: 'database-awaited', error }));
  engine.pool.on('error', (error) => observe({ kind: 'database-connection-lost', error }));
  let hasChanged = false;
  try {
    await migrate(engine.pool, {
      beforeUpgrade: async () => {
        if (engine.keepBackup) observe({ kind: 'backup-kept', file: await engine.keepBackup() });
      },
      onApplied: (name) => {
        hasChanged = true;
        observe({ kind: 'migration-applied', name });
      },
      whenMigrated: async (client, migrations) => {
        if (engine.isOpenToOthers)
          return checkSchema(client, migrations, (statements) =>
            observe({ kind: 'privileges-repaired', statements }),
          );
        // Nobody else changes this database, so that its schema is not compared: it may well be as it must.
        const files = await editedMigrations(client, migrations);
        if (files.length > 0) observe({ kind: 'migrations-edited', files });
      },
    });
    if (hasChanged) await engine.settle?.();
  } catch (error) {
    await closeInTime(CLOSE_TIMEOUT_MS, async () => {
      await engine.pool.end();
      await engine.close();
    });
    throw error;
  }
  return new PooledDatabase(engine, statementTimeoutS, limits);
}
