/** A page that answers a question. */
import type { PageLook } from '../../lib/page/page-look.ts';

/** By its name, by its text, or by words like those of the question. */
export type Match = 'title' | 'text' | 'similar';

export interface FoundPage {
  readonly id: string;
  readonly name: string;
  readonly match: Match;
  /** The line of the text that answers; null where that is not known. */
  readonly snippet: string | null;
}

/** A page as the app knows it without asking. */
export interface KnownPage {
  readonly id: string;
  readonly name: string;
  readonly look?: PageLook | null;
}
