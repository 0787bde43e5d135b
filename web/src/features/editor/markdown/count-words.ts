/** Counts words as people do; in scripts that put no spaces between words every sign is one. */

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+(?:['’\-.,][\p{L}\p{N}]+)*/gu;
// Addresses of links and images are not read.
const ADDRESS = /\]\([^)\s]*\)/g;

export function countWords(markdown: string): number {
  return markdown.replaceAll(ADDRESS, ']').match(WORD)?.length ?? 0;
}
