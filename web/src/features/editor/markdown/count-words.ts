/** Counts words as people do; in scripts that put no spaces between words every sign is one. */
import type { Text } from '@codemirror/state';
import { UNREAD_IN_LINE } from '../../../../../markdown/src/text/unread.generated.ts';

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+(?:['’\-.,][\p{L}\p{N}]+)*/gu;
// Addresses of links and images are not read, nor is what only writers see. Blocks of it the parser knows (outline/word-count.tsx).
const ADDRESS = /\]\([^)\s]*\)/g;

export function countWords(markdown: string): number {
  return markdown.replaceAll(UNREAD_IN_LINE, ' ').replaceAll(ADDRESS, ']').match(WORD)?.length ?? 0;
}

// An edit leaves most pieces of the editor's text as they are.
const counted = new WeakMap<Text, number>();

/** Counts a text that is counted again while it is written. Pieces are whole lines, and no word goes over a line's end. */
export function countWordsOf(text: Text): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const words = text.children
    ? text.children.reduce((sum, piece) => sum + countWordsOf(piece), 0)
    : countWords(text.toString());
  counted.set(text, words);
  return words;
}
