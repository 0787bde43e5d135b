/**
 * The parts of a kind that readers do not see, for those that read lines without a parser: names of headings, counts of words, the direction of
 * a line, a page that is shown as it was written. `unread.ts` of a kind says it, and `npm run generate` puts all kinds' patterns into
 * one file that imports nothing, as this room is below the kinds.
 */
import { SECRET } from './unread.generated.ts';

export interface Unread {
  /** It in a line, without groups that are captured. */
  readonly inLine: RegExp;
  /** It in a line and over whole lines, if it is not even for a reader to whom a text is shown as it was written. */
  readonly secret?: RegExp;
  /** The parser's names of blocks that are it as a whole. */
  readonly blocks?: readonly string[];
  /** The beginning of a line that is read as such a block. */
  readonly beginning?: RegExp;
  /** Each sign in words that may be read as its mark. */
  readonly sign?: RegExp;
}

/** @returns a page's text without what only writers see */
export function withoutSecrets(markdown: string): string {
  return markdown.replaceAll(SECRET, '');
}
