/**
 * What the bench knows of whoever takes part: it opens lanes, and a lane does the three things that are measured.
 * Contracts only; how a lane gets its answers is in the files beside this one.
 */
import type { DataSet } from '../dataset/data-set.ts';

export const OPERATIONS = ['page read', 'page save', 'tree of 10,000'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One connection, used by one caller at a time. Every answer is the JSON text that a browser would get. */
export interface Lane {
  read(pageId: string): Promise<string>;
  /** @param version the `updated_at` that the change is based on */
  save(pageId: string, version: string, content: string): Promise<string>;
  tree(): Promise<string>;
  close(): Promise<void>;
}

export type Engine = 'postgres' | 'pglite';

export interface Contestant {
  readonly name: string;
  readonly engine: Engine;
  /** The server is measured, a limit is what it cannot beat, a peer is what it wants to beat. */
  readonly part: 'server' | 'limit' | 'peer';
  readonly data: DataSet;
  openLane(): Promise<Lane>;
  close(): Promise<void>;
}
