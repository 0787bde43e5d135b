/**
 * An opened database: a pool to talk to it, and everything in which the databases differ. Nobody else asks
 * which it is.
 */
import type { Pool, PoolClient } from 'pg';
import type { Cancelling } from '../cancelling.ts';
import type { Snapshot } from '../snapshot.ts';
import type { TurnLimits } from '../turns.ts';
import type { Channels } from './channels.ts';

export interface Engine {
  readonly pool: Pool;
  readonly sharing: Sharing;
  /** Whether others than this server may change the schema, as by restoring a dump. */
  readonly isOpenToOthers: boolean;
  /** Cancels a connection's running statement; undefined where that cannot be done from outside. */
  readonly cancel: ((client: PoolClient) => Promise<void>) | undefined;
  /**
   * Gives a connection back to the pool once the next transaction may be sent over it.
   * @param last what was sent last over it
   * @throws what that fails with
   */
  giveBack(client: PoolClient, last: Promise<unknown>, cancelling: Cancelling | undefined): Promise<unknown>;
  readonly channels: Channels;
  /** Settings of the database for callers' transactions, written in the program. */
  readonly callerSettings: Readonly<Record<string, string>>;
  /**
   * Keeps a complete copy of the data, before an upgrade, and says in which file; undefined where that is the
   * operator's own task, and where nothing is kept.
   */
  readonly keepBackup: (() => Promise<string>) | undefined;
  /**
   * Brings to the disk what migrations wrote, or the end of the process would wait for all of it; undefined where the database does
   * so by itself.
   */
  readonly settle: (() => Promise<void>) | undefined;
  /** @throws {Error} when there is no room for it, or the database was started again meanwhile */
  openSnapshot(): Promise<Snapshot>;
  /**
   * Called when the schema is up to date. From then on the engine itself ends statements that take too long and
   * gives space back, where the database does neither.
   * @param limitMs how long the running statement may take
   */
  guard(limitMs: () => number): void;
  /** Closes what is left when the pool has ended. */
  close(): Promise<void>;
}

/** How callers share the connections, and what they all pay for a statement that takes too long. */
export interface Sharing {
  readonly turns: TurnLimits;
  /**
   * Turns of their own for look-ups of single rows, and how many of those travel over one connection together;
   * undefined where all statements do that anyway.
   */
  readonly rowReads: { readonly turns: TurnLimits; readonly together: number } | undefined;
  /** Into how many parts a statement's longest time is divided: a statement of the kind gets one of them. */
  readonly timeParts: { readonly read: number; readonly write: number };
  /** How long the caller of a statement that took too long waits, the first time. */
  readonly firstWaitMs: number;
  /** How long such a statement counts against everybody; 0 where only its own caller pays for it. */
  readonly endedCountsMs: number;
}
