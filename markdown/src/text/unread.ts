/**
 * What readers do not see of a kind, for those that read lines without a parser: names of headings, counts of words, the direction of
 * a line, a page that is shown as it was written. `unread.ts` of a kind says it, and `npm run generate` puts all kinds' patterns into
 * one file that imports nothing, as this room is below the kinds.
 */
import { UNREAD_IN_LINE, UNREAD_LINES } from './unread.generated.ts';

export interface Unread {
  /** It in a line, without groups that are captured. */
  readonly inLine: RegExp;
  /** It over whole lines, from the beginning of the first one. */
  readonly lines?: RegExp;
  /** The parser's names of blocks that are it as a whole. */
  readonly blocks?: readonly string[];
  /** The beginning of a line that is read as such a block. */
  readonly beginning?: RegExp;
  /** Each sign in words that may be read as its mark. */
  readonly sign?: RegExp;
}

/** @returns a page's text without what only writers see */
export function withoutUnread(markdown: string): string {
  return markdown.replaceAll(UNREAD_LINES, '').replaceAll(UNREAD_IN_LINE, '');
}
