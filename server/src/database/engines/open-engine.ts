/** Opens the engine that the configuration names. The schema is as it was left: see open-database.ts. */
import { openAsBlob } from 'node:fs';
import type { DatabaseConfig } from '../../config/config.ts';
import type { Engine } from './engine.ts';
import { openPglite, openPgliteInMemory } from './pglite.ts';
import { openPostgres } from './postgres.ts';

/** @throws {Error} when the database cannot be reached, or another process has its folder open */
export async function openEngine(config: DatabaseConfig): Promise<Engine> {
  switch (config.kind) {
    case 'postgres':
      return openPostgres(config.url);
    case 'embedded':
      return openPglite(config.directory);
    case 'memory':
      return openPgliteInMemory(config.image === undefined ? undefined : await openAsBlob(config.image));
  }
}
