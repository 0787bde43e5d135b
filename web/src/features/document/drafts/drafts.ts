/** A page's drafts as others see them. It keeps nothing itself. */
import type { LogState } from '../wire/page-server.ts';
import type { StateVector } from '../words/page-document.ts';

/** The document's log, as far as this browser knows it. */
export interface Progress extends LogState {
  /** Grows with each write. A tab that read an older one must not write. */
  readonly revision: number;
  /** The document after `number` updates. */
  readonly state: Uint8Array;
  /** The document that this one came after in this browser, and so much of it is in this one. */
  readonly replaced?: { readonly epoch: string; readonly taken: StateVector } | undefined;
}

/** Another tab leads, or has written since this one read. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

export interface DraftStore {
  /** Whether the browser's other tabs share it. */
  readonly isShared: boolean;
  /** The identity of the document, once it is known. */
  readonly epoch: string | undefined;
  /** The ids under which Yjs knows what was typed in this browser, as far as it may be unsaved. */
  readonly ownClients: ReadonlySet<number>;
  /** The progress as this tab has read or written it last. */
  readonly progress: Progress | undefined;
  /** Another tab of this browser has typed under these ids. To be called before the document has the words. */
  noteOwn(clients: Iterable<number>): void;
  /**
   * Applies what is kept to the document, unless another one is kept by now: then nothing is applied.
   * @returns how the log stood
   */
  read(): Promise<Progress | undefined>;
  /** Makes this the tab that writes the progress. The one that did so before cannot any more. */
  lead(): Promise<void>;
  /** Whether no other tab has begun to lead since. */
  isLeading(): Promise<boolean>;
  /**
   * Writes the next revision of the progress. From then on, edits are kept as those of the progress's document.
   * @throws {Superseded} nothing was written
   */
  write(progress: Progress): Promise<void>;
  /**
   * Puts another document and edits of it in the place of this one. A crash leaves the one or the other.
   * @returns false, and nothing was written, where edits have been kept since the last {@link read}
   * @throws {Superseded} nothing was written
   */
  replace(progress: Progress, edits: Uint8Array | undefined): Promise<boolean>;
  /** Resolves once everything is stored. */
  close(): Promise<void>;
}
