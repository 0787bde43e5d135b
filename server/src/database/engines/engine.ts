/** What opening a database gives: a pool to talk to it, and what only some engines can do. */
import type { Pool } from 'pg';

export interface Engine {
  readonly pool: Pool;
  /** Writes a complete copy of the data to a file; undefined where that is the operator's own task. */
  readonly backup: ((file: string) => Promise<void>) | undefined;
  /** Closes what is left when the pool has ended. */
  close(): Promise<void>;
}
