/** What the saver asks of the server, and how the server may fail it. */
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

export interface PageServer {
  /**
   * @returns undefined when there is no such page for this person
   * @throws {PageServerError}
   */
  load(): Promise<SavedPage | undefined>;
  /**
   * Writes only if the server still holds the version.
   * @returns undefined when it does not, or the page is gone
   * @throws {PageServerError}
   */
  save(fields: Partial<PageTexts>, version: string): Promise<SavedPage | undefined>;
}
