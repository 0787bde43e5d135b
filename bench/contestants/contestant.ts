/**
 * What the bench knows of whoever takes part: it opens lanes, and a lane does the things that are measured.
 * Contracts only; how a lane gets its answers is in the files beside this one.
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

/** One connection, used by one caller at a time. Every answer is the JSON text that a browser would get. */
export interface Lane {
  /** Called before each slice: what a pause may have closed is opened again. */
  awake(): Promise<void>;
  read(pageId: string): Promise<string>;
  /** @param version the `updated_at` that the change is based on */
  save(pageId: string, version: string, content: string): Promise<string>;
  /** @param place where among its siblings it goes */
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
  /** The server is measured, a limit is what it cannot beat, a peer is what it wants to beat. */
  readonly part: 'server' | 'limit' | 'peer';
  readonly data: DataSet;
  /** The process that is measured; undefined for who works in this one. */
  readonly processId: number | undefined;
  openLane(): Promise<Lane>;
  close(): Promise<void>;
}
