/** The contract of a store for the bytes of files. A store knows versions, never names of files. */
import type { Readable } from 'node:stream';

export interface FileStore {
  /**
   * Keeps the bytes under a version that is new, and resolves when no crash can lose them. What was kept of bytes that
   * end in an error is removed.
   * @returns how many there were
   * @throws {DiskFullError} when there is no room; what the bytes throw
   */
  write(version: string, bytes: AsyncIterable<Uint8Array>): Promise<number>;

  /**
   * Keeps the bytes of a file of this machine, which is on its disk and stays where it is.
   * @throws {DiskFullError} when there is no room
   */
  take(version: string, file: string): Promise<void>;

  /**
   * @returns the size of the copy; undefined when there is nothing to copy
   * @throws {DiskFullError} when there is no room
   */
  copy(from: string, to: string): Promise<number | undefined>;

  /** @returns undefined when there are no such bytes */
  open(version: string): Promise<StoredFile | undefined>;

  /**
   * Lets another process of this machine read the bytes, until the file is given back.
   * @returns undefined when there are no such bytes
   */
  lend(version: string): Promise<LentFile | undefined>;

  /** Also when there is nothing, and while somebody reads it. */
  remove(version: string): Promise<void>;
}

export interface StoredFile {
  readonly size: number;
  /** Bytes from the first to the last one, both included. The file is closed after them. */
  read(first: number, last: number): Readable;
  close(): Promise<void>;
}

export interface LentFile extends AsyncDisposable {
  readonly path: string;
}
