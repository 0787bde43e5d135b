/** The contract of a place in which archives are kept. */
import type { Sink } from '../archive/archive-writer.ts';

export interface Place {
  /** For the operator: a folder, or the address of a prefix in an S3 store. */
  readonly address: string;
  /**
   * Begins an archive, which is not there under its name before it is complete.
   * @throws {PlaceError}
   */
  begin(name: string): Promise<Draft>;
  /** @returns the names of the archives, the oldest first */
  list(): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
  /** @returns undefined when there is none of that name */
  open(name: string): Promise<StoredArchive | undefined>;
}

export interface Draft {
  readonly write: Sink;
  /** Resolves when the archive is safe, under its name. */
  commit(): Promise<void>;
  abort(): Promise<void>;
}

export interface StoredArchive {
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Its message is a sentence for the operator. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError';
}

const NAME = /^trellis-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

/** Names sort as their times do. */
export function archiveName(time: Date): string {
  return `trellis-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

export function isArchiveName(name: string): boolean {
  return NAME.test(name);
}
