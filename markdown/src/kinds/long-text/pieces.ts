/** A long text in pieces, each of which a browser lays out only when it comes in sight. */
const LONGEST = 4000;
const END = /^[\s\S]*\s/;
// Each piece begins a line. No text that somebody wrote is so long without a mark in it.
const LONG = 40_000;
/**
 * A browser takes the square of a word's length to break it, where letters of two scripts take turns. Chinese and Japanese have no spaces
 * between words, and are broken anywhere.
 */
const LONG_WORD = 2000;
const WORD = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const most = text.slice(at, at + LONGEST);
    // Between words, where it has any.
    const piece = at + LONGEST < text.length ? (END.exec(most)?.[0] ?? whole(most)) : most;
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

/** @returns the letters without the first half of one that has two */
function whole(letters: string): string {
  return letters.isWellFormed() ? letters : letters.replace(/[\ud800-\udbff]$/, '');
}

/** Whether a browser is to lay it out in pieces. */
export function isLongText(text: string): boolean {
  if (text.length <= LONG_WORD) return false;
  if (text.length > LONG) return true;
  for (const [word] of text.matchAll(WORD)) if (word.length > LONG_WORD) return true;
  return false;
}
