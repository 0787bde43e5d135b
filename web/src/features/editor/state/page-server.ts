/** The server's operations for the saver, and the ways they fail. */
import type { PageTexts, SavedPage } from './page-texts.ts';
import type { SaveStatus } from './save-status.ts';

export type SaveFailure = Extract<SaveStatus, 'offline' | 'failed' | 'refused' | 'signed-out'>;

/** Thrown by the operations below. */
export class PageServerError extends Error {
  readonly failure: SaveFailure;

  constructor(failure: SaveFailure, cause: unknown) {
    super(failure, { cause });
    this.name = 'PageServerError';
    this.failure = failure;
  }
}

export interface PageSave {
  /** A random UUID: the server knows a repeated save by it. */
  readonly id: string;
  /** The browser's document of the page, a random UUID as well. */
  readonly writer: string;
  /** The version that the texts were written on. */
  readonly basedOn: string;
  /** The texts that have changed. */
  readonly texts: Partial<PageTexts>;
  /** The history keeps the previous text as a version of its own. */
  readonly beginsVersion: boolean;
}

export interface SaveAnswer {
  /** The last save that the page took from this writer. */
  readonly lastSave: string | undefined;
  /** The version that the page has now. */
  readonly version: string;
  /** The page's present texts, where they differ from those that the last save sent. */
  readonly texts: Partial<PageTexts>;
}

export interface PageServer {
  /**
   * @returns undefined when there is no such page for this person
   * @throws {PageServerError}
   */
  load(): Promise<SavedPage | undefined>;
  /**
   * Writes the texts if the server still has the version that they are based on. Sending a save again is harmless.
   * @returns undefined when there is no such page for this person
   * @throws {PageServerError}
   */
  save(save: PageSave): Promise<SaveAnswer | undefined>;
}
