/** The needs of the upload queue: the browser's parts and the server. */
import type { QueuedFile } from './uploads.ts';

export type Stopped = AbortSignal;

export type QueuedChange = Pick<QueuedFile, 'refusal' | 'needsRoom' | 'resumeAt'>;

export interface StoredUploads {
  readonly files: readonly QueuedFile[];
  /** The ids of files that the person took away. A file that is neither here nor there is with the server. */
  readonly takenAway: ReadonlySet<string>;
  /** The ids of those that the browser has no room for, so that this tab alone has them. */
  readonly onlyHere: ReadonlySet<string>;
  /** The browser has lost everything that it stored: what is missing here is not with the server. */
  readonly isCleared: boolean;
}

/** Shared by the browser's tabs. A write that resolved is there after a crash. */
export interface UploadStore {
  all(): Promise<StoredUploads>;
  /** Also of a file that was taken away: then it no longer is. */
  put(file: QueuedFile): Promise<void>;
  /** Stores the files that the browser had no room for, as far as it has room by now. Never rejects. */
  storeFromMemory(): Promise<void>;
  /** @returns whether it is there; one that is not stays away */
  update(id: string, change: QueuedChange): Promise<boolean>;
  /** The server has it, even if it was taken away meanwhile. */
  remove(id: string): Promise<void>;
  /** @returns what was stored of it; undefined where the server has it already */
  takeAway(id: string): Promise<QueuedFile | undefined>;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
  readonly onResumable: (resumeAt: string) => Promise<void>;
}

export interface UploadServer {
  /**
   * Resolves once the server has the file; at once where it had it before.
   * @throws {RefusedUpload} when asking again is of no use; anything else is tried again
   */
  upload(file: QueuedFile, options: UploadOptions): Promise<void>;
  /** Removes what the server has of a file that is not wanted any more. */
  discard(resumeAt: string): Promise<void>;
}

export type TabMessage =
  | { readonly kind: 'changed'; readonly id: string }
  | { readonly kind: 'progress'; readonly id: string; readonly sent: number };

/** The other tabs of the browser. */
export interface UploadTabs {
  send(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
}

export interface UploadPorts {
  readonly store: UploadStore;
  readonly server: UploadServer;
  readonly tabs: UploadTabs;
  /** A single tab holds it at a time, though two may for a moment (lib/browser/tabs/tab-lock.ts). */
  readonly holdLock: (work: (lost: AbortSignal) => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly isConnected: () => boolean;
  readonly watchConnection: (listener: () => void) => () => void;
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}
