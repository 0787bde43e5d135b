/** The direction of a text is that of its first strong letter. */
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// A task's mark is no letter of it, nor is a callout's kind or a footnote's name.
const MARKS =
  /^(?:[\s>#]|[-*+]\s|\d+[.)]\s|\[[ xX]\]\s)*(?:\[![a-z][\w-]*(?:\|[^[\]]*)?\][+-]?|\[\^[^\s[\]]+\]:)?/i;
// Neither are pictures, formulas, tags of toggles, where a link leads to, the target of a wiki link that says something else, and
// entities.
const UNREAD =
  /!\[[^\]\n]*\]\([^()\n]*\)|\$(?=\S)[^$\n]*[^\s$]\$(?!\d)|<\/?(?:details|summary|br)\b[^<>]*>|\]\([^()\n]*\)|\[\[[^[\]|\n]*\||\[\^[^\s[\]]+\]|&#?\w{1,31};/gi;

export type Direction = 'ltr' | 'rtl';

/** @returns undefined without any letter */
export function directionOf(text: string): Direction | undefined {
  const letter = LETTER.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** @param lines of Markdown */
export function directionOfLines(lines: string): Direction | undefined {
  for (const line of lines.split('\n')) {
    const direction = directionOf(wordsOf(line));
    if (direction) return direction;
  }
  return undefined;
}

/** Whether a line of Markdown has nothing but marks. */
export function isWordless(line: string): boolean {
  return wordsOf(line).trim() === '';
}

function wordsOf(line: string): string {
  return line.replace(MARKS, '').replaceAll(UNREAD, ' ');
}

/** Whether a text has a letter that is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}
