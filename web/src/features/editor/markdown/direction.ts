/** The direction of a text is that of its first strong letter. */
const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// A task's mark is no letter of it.
const MARKS = /^[\s>]*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\]\s)?/;

export type Direction = 'ltr' | 'rtl';

/** @returns undefined without any letter */
export function directionOf(text: string): Direction | undefined {
  const letter = LETTER.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** @param line of Markdown */
export function directionOfLine(line: string): Direction | undefined {
  return directionOf(line.replace(MARKS, ''));
}
