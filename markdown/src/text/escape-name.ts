/** Writes a name into Markdown as the text that it is. */
const MARKS = /[\\`*_[\]<>~|$]|=(?==)|&(?=#?\w+;)|^[!^]/g;

/**
 * A name is text: nothing in it may end the link or become syntax of its own.
 *
 * `escapeWords` (as-words.ts) writes words that may stand anywhere, also at the beginning of a line, and escapes more: names stay
 * readable where the text is shown as it is written.
 */
export function escapeName(name: string): string {
  return name.replaceAll(MARKS, String.raw`\$&`);
}
