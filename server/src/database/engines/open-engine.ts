/** Opens the engine that the configuration names. The schema is as it was left: see open-database.ts. */
import type { DatabaseConfig } from './database-config.ts';
import { openBorrowed, openEmbedded, openInMemory } from './embedded/open-embedded.ts';
import type { Engine } from './engine.ts';
import { openPostgres } from './postgres/open-postgres.ts';

/**
 * @param onAwaited called once when the database does not answer yet, and is waited for
 * @throws {Error} when the database cannot be reached, or another process has its folder open
 */
export async function openEngine(
  config: DatabaseConfig,
  onAwaited: (problem: unknown) => void = () => undefined,
): Promise<Engine> {
  switch (config.kind) {
    case 'postgres':
      return openPostgres(config.url, onAwaited);
    case 'embedded':
      return openEmbedded(config.directory);
    case 'memory':
      return config.borrow ? openBorrowed(config.borrow) : openInMemory();
  }
}
