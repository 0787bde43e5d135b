/** An opened database: a pool to talk to it, and abilities that only some engines have. */
import type { Pool, PoolClient } from 'pg';
import type { Channels } from './channels.ts';

export interface Engine {
  readonly pool: Pool;
  /** The pool has a single connection, so that transactions queue for it. */
  readonly sharesOneConnection: boolean;
  /** Cancels a connection's running statement; undefined where that cannot be done from outside. */
  readonly cancel: ((client: PoolClient) => Promise<void>) | undefined;
  readonly channels: Channels;
  /** Writes a complete copy of the data to a file; undefined where that is the operator's own task. */
  readonly backup: ((file: string) => Promise<void>) | undefined;
  /**
   * Called when the schema is up to date. From then on the engine itself ends statements that take too long and
   * gives space back, where the database does neither.
   * @param limitMs how long the running statement may take
   */
  guard(limitMs: () => number): void;
  /** Closes what is left when the pool has ended. */
  close(): Promise<void>;
}
