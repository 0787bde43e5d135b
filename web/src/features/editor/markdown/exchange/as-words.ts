/**
 * Words that are read as what they say: a backslash stands before each sign that would mean something. This file knows
 * all signs that begin a block where they stand first in a line.
 */
import { beginsAsFormula } from '../../../../../../markdown/src/kinds/formula/syntax.ts';
import { isTableOfContents } from '../../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { UNREAD_BEGINNING, UNREAD_SIGN } from '../../../../../../markdown/src/text/unread.generated.ts';

const MARKS = new RegExp(`[\\\\\`*_{}[\\]<>#|~$=&!^]|${UNREAD_SIGN.source}`, 'g');

const NUMBER = /^\d{1,9}(?=[.)](?:\s|$))/;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const BEGINNINGS: readonly RegExp[] = [
  // A heading, a quote, an item.
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$))/,
  // A line, which is a rule alone, or makes a heading of the line above.
  /^(?:=+|-+|(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/,
  // The alignment of the columns of a table, whose head is then the line above.
  /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/,
  // A definition, a task's box, the kind of a callout.
  /^(?:\[[^\]]*\]:|\[[ xX]\](?:\s|$)|\[![A-Za-z])/,
  UNREAD_BEGINNING,
];

/**
 * @param line from its first sign that is no space on, up to its end
 * @returns before which of its signs a backslash belongs, so that no block begins here
 */
export function beginningEscapes(line: string): readonly number[] {
  const text = line.trimEnd();
  // The point after a number makes the list.
  const number = NUMBER.exec(text)?.[0];
  if (number !== undefined) return [number.length];
  const fence = FENCE.exec(text)?.[0];
  if (fence !== undefined) return [...fence].map((_, index) => index);
  // A formula that the line ends, too, is one in either case.
  if (beginsAsFormula(text) && text.indexOf('$$', 2) === -1) return [0, 1];
  return BEGINNINGS.some((beginning) => beginning.test(text)) || isTableOfContents(text) ? [0] : [];
}

/** @param line as above */
export function escapeBeginning(line: string): string {
  const places = beginningEscapes(line);
  return [...places].reverse().reduce((text, at) => `${text.slice(0, at)}\\${text.slice(at)}`, line);
}

/** @param words of a heading, at whose end the same sign closes it */
export function escapeHeadingEnd(words: string): string {
  return words.replace(/(?<=^|[ \t])#+[ \t]*$/, String.raw`\$&`);
}

/**
 * @param words plain text
 * @param rest where they begin a line, how it goes on after them
 */
export function escapeWords(words: string, rest?: string): string {
  const escaped = words.replaceAll(MARKS, String.raw`\$&`);
  if (rest === undefined) return escaped;
  const line = escapeBeginning(escaped + rest);
  return line.slice(0, line.length - rest.length);
}
