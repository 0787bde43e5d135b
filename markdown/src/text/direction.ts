/**
 * The direction of a text is that of its first strong letter, as rules P2 and P3 of the Unicode Bidirectional Algorithm say. What
 * stands apart from the text does not count: isolates, addresses, tags, and code.
 */
import { hasRightToLeft } from './right-to-left.ts';
import { UNREAD_IN_LINE } from './unread.generated.ts';

// A mark of a direction is as strong as a letter.
const STRONG =
  /([\u2066-\u2068])|(\u2069)|<\/?[a-z][^<>]*>|<!--[^<]*?-->|(?:https?:\/\/|www\.)[^\s<>]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|([\p{L}\u061c\u200e\u200f])/giu;
// A task's mark is no letter of it, nor is a callout's kind or a footnote's name.
const MARKS =
  /^(?:[\s>#]|[-*+]\s|\d+[.)]\s|\[[ xX]\]\s)*(?:\[![a-z][\w-]*(?:\|[^[\]]*)?\][+-]?|\[\^[^\s[\]]+\]:)?/i;
// Neither are code, pictures, formulas, tags of toggles, where a link leads to, the target of a wiki link that says something else, and
// entities.
const APART =
  /(?<!`)(`{1,9})(?!`)[^\n]*?[^`\n]\1(?!`)|!\[[^\]\n]*\]\([^()\n]*\)|\$(?=\S)[^$\n]*[^\s$]\$(?!\d)|<\/?(?:details|summary|br)\b[^<>]*>|\]\([^()\n]*\)|\[\[[^[\]|\n]*\||\[\^[^\s[\]]+\]|&#?\w{1,31};/gi;
// Words that no reader sees give no direction.
const UNREAD = new RegExp(`${APART.source}|${UNREAD_IN_LINE.source}`, 'gi');
// A longer line says with its first letters which way it goes.
const LONGEST = 500;

export type Direction = 'ltr' | 'rtl';

/** @returns undefined without any letter that counts */
export function directionOf(text: string): Direction | undefined {
  let depth = 0;
  for (const [, begin, end, letter] of text.matchAll(STRONG)) {
    if (begin) depth++;
    else if (end) depth = Math.max(depth - 1, 0);
    else if (letter && depth === 0) return hasRightToLeft(letter) ? 'rtl' : 'ltr';
  }
  return undefined;
}

/** @param lines of Markdown */
export function directionOfLines(lines: string): Direction | undefined {
  for (const line of lines.split('\n')) {
    const direction = directionOf(wordsOfLine(line));
    if (direction) return direction;
  }
  return undefined;
}

/** Whether a line of Markdown has nothing but marks. */
export function isWordless(line: string): boolean {
  return wordsOfLine(line).trim() === '';
}

/** @returns the beginning of a line of Markdown, without what is no word of it */
export function wordsOfLine(line: string): string {
  return line.slice(0, LONGEST).replace(MARKS, '').replaceAll(UNREAD, ' ');
}
