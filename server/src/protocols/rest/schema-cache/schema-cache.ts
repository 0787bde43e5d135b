/**
 * Caches the schema: read on first use, again when the database says so (`notify pgrst`, as for PostgREST),
 * and, at most once a second, when a request names something that is not in the cache.
 */
import type { Database } from '../../../database/database.ts';
import { introspect } from './introspect.ts';
import type { Catalog } from './schema.ts';

const SHORTEST_AGE_MS = 1000;

// Its messages are `reload schema`, `reload config` or empty; each reloads both.
const CHANNEL = 'pgrst';

export interface SchemaCache {
  /** @throws {Error} when the database cannot be read; the next call tries again */
  get(): Promise<Catalog>;
  /**
   * Reads the schema again, unless that happened less than a second ago. Calls during the reading wait for it.
   * @returns whether it was read
   */
  refresh(): Promise<boolean>;
}

/** @param maxRows the most rows of an answer, unless the database sets its own limit */
export function createSchemaCache(database: Database, maxRows: number): SchemaCache {
  let current: Promise<Catalog> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  let listening: Promise<void> | undefined;
  let wasLost = false;

  /** The cached schema is out of date: the next request reads it again. */
  function forget(): void {
    current = undefined;
  }

  /** Listens from before the first reading, so that no change is missed. If it fails, the cache still works. */
  function listen(): Promise<void> {
    listening ??= database
      .listen(CHANNEL, {
        onMessage: forget,
        onConnection: (connected) => {
          // Messages may have been missed while disconnected.
          if (connected && wasLost) forget();
          wasLost = !connected;
        },
      })
      .catch(() => {
        listening = undefined;
      });
    return listening;
  }

  function read(): Promise<Catalog> {
    readAt = performance.now();
    const reading = listen().then(() => introspect(database, maxRows));
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
