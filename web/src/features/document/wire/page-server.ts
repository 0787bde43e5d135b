/** The server's operations for the saver, and the ways they fail. */
import type { PageLook } from '../../../lib/page/page-look.ts';
import type { PageTexts } from '../words/page-texts.ts';
import type { SaveStatus } from './save-status.ts';

export type SaveFailure = Extract<SaveStatus, 'offline' | 'failed' | 'refused' | 'too-large' | 'signed-out'>;

/** Thrown by the operations below. */
export class PageServerError extends Error {
  readonly failure: SaveFailure;
  /** Under which the server's log has the request, where the person may have to ask about it. */
  readonly requestId: string | undefined;

  constructor(failure: SaveFailure, cause: unknown, requestId?: string) {
    super(failure, { cause });
    this.requestId = requestId;
    this.name = 'PageServerError';
    this.failure = failure;
  }
}

/** How the log of a page's document stands at the server. */
export interface LogState {
  /** The document's identity. Documents of two identities have nothing in common. */
  readonly epoch: string;
  /** How many updates the log has had. */
  readonly number: number;
  /**
   * The id of the newest one, or the epoch. A database that was restored from a backup gives numbers a second time.
   * Undefined where an earlier build has noted the log.
   */
  readonly head: string | undefined;
  /** The page's texts are those of the document after so many updates... */
  readonly textsNumber: number;
  /** ...as long as this is the page's version. */
  readonly textsVersion: string;
  /** The page's version. Another one than `textsVersion` was written by another way. */
  readonly version: string;
  /** The private channel on which the page's writers meet. */
  readonly channel: string;
}

/** An update of the log. */
export interface LoggedUpdate {
  readonly number: number;
  readonly id: string;
  readonly update: Uint8Array;
}

export interface OpenedDocument extends LogState {
  /** The document as it was, and after how many updates; undefined where the browser's copy is good. */
  readonly state: { readonly update: Uint8Array; readonly number: number } | undefined;
  /** The updates after it, without gaps. */
  readonly updates: readonly LoggedUpdate[];
  /** The page's texts, where they were written by another way. */
  readonly texts: PageTexts | undefined;
  /** The page's, by which it can be drawn before the tree is there. */
  readonly look?: PageLook | null;
}

/** A document that the page had before, as the page's texts had it when the next one began with those. */
export interface FormerDocument {
  readonly state: Uint8Array;
  readonly updates: readonly Uint8Array[];
}

/** How far a browser knows a log. */
export type KnownLog = Pick<LogState, 'epoch' | 'number' | 'head'>;

/** How the log stands, as the database tells it. */
export interface ToldLog extends Omit<LogState, 'channel'> {
  /** The head before the update that comes with it, if one does. */
  readonly after: string | undefined;
}

export interface PageSave {
  readonly epoch: string;
  /** How many updates of the log are in the texts, and the id of the last one. */
  readonly seen: number;
  readonly seenHead: string | undefined;
  /** The page's version that the texts are based on. */
  readonly basedOn: string;
  readonly update: Uint8Array | undefined;
  /** The texts that have changed. */
  readonly texts: Partial<PageTexts>;
  /** The history keeps the previous text as a version of its own. */
  readonly beginsVersion: boolean;
  /** The update brings texts into the document that were written by another way, as version `basedOn`. */
  readonly adopts: boolean;
  /** Nothing is to change unless every update has been seen. */
  readonly needsNewest: boolean;
}

export interface SaveAnswer extends LogState {
  /** Whether the update is in the log. Otherwise nothing has changed. */
  readonly isTaken: boolean;
  /** Whether the texts are the page's. */
  readonly isWritten: boolean;
  /** Those that the caller had not seen; undefined if the log has them no more. */
  readonly updates: readonly LoggedUpdate[] | undefined;
}

export interface PageServer {
  /**
   * @returns undefined when there is no such page for this person
   * @throws {PageServerError}
   */
  open(known: KnownLog | undefined): Promise<OpenedDocument | undefined>;
  /**
   * @returns undefined when the document ended some weeks ago, or is not for this person
   * @throws {PageServerError}
   */
  openFormer(epoch: string): Promise<FormerDocument | undefined>;
  /**
   * Adds an update to the log. Writes the texts, too, if nobody has added another one meanwhile. Sending a save again
   * is harmless.
   * @returns undefined when there is no such page for this person
   * @throws {PageServerError}
   */
  save(save: PageSave): Promise<SaveAnswer | undefined>;
  /**
   * Puts the document's state in the place of the updates that made it.
   * @throws {PageServerError}
   */
  compact(known: KnownLog, state: Uint8Array): Promise<void>;
  /**
   * Begins a document again, from the page's texts.
   * @returns false when it is another one by now, or its updates are on their way into the texts
   * @throws {PageServerError}
   */
  restart(epoch: string): Promise<boolean>;
}

export function logStateOf(log: Omit<LogState, 'channel'>): Omit<LogState, 'channel'> {
  const { epoch, number, head, textsNumber, textsVersion, version } = log;
  return { epoch, number, head, textsNumber, textsVersion, version };
}
