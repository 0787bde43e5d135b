/**
 * Keeps what was read of the schema: read on first use, and again, at most once a second, when a request names
 * something that it does not hold.
 */
import type { Database } from '../../../database/database.ts';
import { introspect } from './introspect.ts';
import type { Schema } from './schema.ts';

const SHORTEST_AGE_MS = 1000;

export interface SchemaCache {
  /** @throws {Error} when the database cannot be read; the next call tries again */
  get(): Promise<Schema>;
  /**
   * Reads the schema anew, unless that happened less than a second ago. Those who ask meanwhile wait for it.
   * @returns whether it was read
   */
  refresh(): Promise<boolean>;
}

export function createSchemaCache(database: Database): SchemaCache {
  let current: Promise<Schema> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  function read(): Promise<Schema> {
    readAt = performance.now();
    const reading = introspect(database);
    current = reading;
    reading.catch(() => {
      if (current === reading) current = undefined;
    });
    return reading;
  }

  return {
    get: () => current ?? read(),
    refresh: async () => {
      if (performance.now() - readAt < SHORTEST_AGE_MS) return false;
      await read();
      return true;
    },
  };
}
