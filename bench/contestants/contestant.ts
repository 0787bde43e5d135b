/**
 * The interface of a contestant: it opens lanes, and a lane runs the measured operations.
 * Contracts only; the files beside this one implement the lanes.
 */
import type { Account, DataSet } from '../dataset/data-set.ts';

export const OPERATIONS = [
  'page read',
  'page save',
  'page create',
  'tree of 500',
  'tree of 10,000',
  'members',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A connection, used by one caller at a time. Every answer is the JSON text that a browser would get. */
export interface Lane {
  /** Called before each slice: reopens what a pause may have closed. */
  awake(): Promise<void>;
  read(pageId: string): Promise<string>;
  /** @param version the `updated_at` that the change is based on */
  save(pageId: string, version: string, content: string): Promise<string>;
  /** @param place its position among its siblings */
  create(name: string, place: number): Promise<string>;
  /** The whole tree of the account's workspace. */
  tree(account: Account): Promise<string>;
  members(): Promise<string>;
  close(): Promise<void>;
}

export type Engine = 'postgres' | 'pglite';

export interface Contestant {
  readonly name: string;
  readonly engine: Engine;
  /**
   * The server is measured, a limit is what it cannot beat, a peer is what it wants to beat. A limit without rules has
   * the triggers on pages off: it shows what a save costs besides.
   */
  readonly part: 'server' | 'limit' | 'peer' | 'without rules';
  readonly data: DataSet;
  /** The measured process; undefined for a contestant that runs in this one. */
  readonly processId: number | undefined;
  /** Those that it takes part in; all, where it does not say. */
  readonly operations?: readonly Operation[];
  openLane(): Promise<Lane>;
  /** Imports pages into the drafter's workspace. @returns seconds; undefined for what no import goes to */
  readonly import?: () => Promise<number>;
  close(): Promise<void>;
}
