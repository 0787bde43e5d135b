/** The questions and reports of a page's saver. */

import type { LogState, OpenedDocument } from '../wire/page-server.ts';
import type { SaveStatus } from '../wire/save-status.ts';
import type { StateVector } from '../words/page-document.ts';
import type { SavedPage } from '../words/page-texts.ts';

export interface PageSaverEvents {
  onStatus(status: SaveStatus, requestId: string | undefined): void;
  /** Whether the others hear at once what is typed here. */
  isHeard(): boolean;
  /** Whether so many write that they would refuse each other's saves. */
  isCrowded(): boolean;
  /** Told of the log's state as soon as it is known. */
  onLog(log: LogState): void;
  /** Told before the words that come with it are shown. */
  onLook(look: OpenedDocument['look']): void;
  /** The page as the server has it after a save from here. */
  onSaved(saved: SavedPage): void;
  /**
   * The server has another document of the page, and the drafts have it, too, with the edits of this one so far. This
   * document belongs to the past, and the saver has stopped.
   */
  onReplaced(taken: StateVector): void;
  /** Another tab saves this page: this saver has stopped. */
  onSuperseded(): void;
}
