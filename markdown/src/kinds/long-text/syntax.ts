/**
 * The bound on one text of a page, that is a paragraph, a heading or a cell: behind so many marks it is shown as it was written. Without
 * it, a reader of Markdown looks for the beginning of what may end at each mark, among all marks before it.
 */
import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

// A line of 200 KB with thousands of links and bold words has fewer.
const MOST_MARKS = 12_000;
/** A browser draws nothing but the meaning of marks that have hardly a shown letter between them. */
const MOST_DENSE_MARKS = 2000;
const LETTERS_TO_A_MARK = 4;
const ADDRESS = /\]\([^\s()]{0,300}\)/y;
/** Over how many marks a reader may look back for beginnings, all ends together: an end that has none looks at all of them. */
const MOST_LOOKS = 12_000_000;
/** Marks from which on a reader looks far ahead: comments, addresses and titles that may have no end. */
const MOST_AHEAD = 100;
const LONGEST = 250_000;
/** No text of this length takes long. */
export const SHORT_TEXT = 10_000;
const PAIRED: ReadonlySet<string> = new Set(['*', '_', '=', '~']);
const MARKS = /(?=(<[!?]|`{20}|(?:<|\]\()\S{500}|\]\(\S*\s+\()?)(?:[!$&<[\\\]]|([*=_`~])\2*)/g;

/** @returns how much of a text is read as Markdown */
export function readableLength(text: string): number {
  if (text.length <= SHORT_TEXT) return text.length;
  let marks = 0;
  let ahead = 0;
  let looks = 0;
  let hidden = 0;
  /** The numbers of marks that may begin something, by their signs. */
  const open = new Map<string, number[]>();
  for (const { 0: mark, index, 1: isAhead } of text.matchAll(MARKS)) {
    if (index > LONGEST) break;
    if (isAhead !== undefined) ahead++;
    looks += looksBack(text, mark, index, marks, open);
    if (++marks > MOST_MARKS || ahead > MOST_AHEAD || looks > MOST_LOOKS) return index;
    if (mark === ']') hidden += lengthOfAddress(text, index);
    if (marks > MOST_DENSE_MARKS && marks * LETTERS_TO_A_MARK > index - hidden) return index;
  }
  return Math.min(text.length, LONGEST);
}

function lengthOfAddress(text: string, from: number): number {
  ADDRESS.lastIndex = from;
  return ADDRESS.exec(text)?.[0].length ?? 0;
}

/** @returns over about how many marks a reader looks back from one that may end something */
function looksBack(
  text: string,
  mark: string,
  index: number,
  marks: number,
  open: Map<string, number[]>,
): number {
  const [sign = ''] = mark;
  // A link looks at those before it, of which each was made of two.
  if (sign === ']') return marks / 2;
  if (!PAIRED.has(sign)) return 0;
  const begins = open.get(sign) ?? [];
  open.set(sign, begins);
  const mayEnd = isInWords(text[index - 1]);
  const begin = mayEnd ? begins.pop() : undefined;
  if (begin !== undefined) return marks - begin;
  if (isInWords(text[index + mark.length])) begins.push(marks);
  return mayEnd ? marks : 0;
}

function isInWords(letter: string | undefined): boolean {
  return letter !== undefined && letter.trim() !== '';
}

// Texts are read one after the other.
let known: InlineContext | undefined;
let end = 0;

export const syntax: MarkdownConfig = {
  defineNodes: ['PlainRest'],
  parseInline: [
    {
      name: 'PlainRest',
      before: 'Escape',
      parse: (cx, _next, pos) => {
        if (cx.text.length <= SHORT_TEXT) return -1;
        if (known !== cx) end = cx.offset + readableLength(cx.text);
        known = cx;
        return pos < end ? -1 : cx.addElement(cx.elt('PlainRest', pos, cx.end));
      },
    },
  ],
};
