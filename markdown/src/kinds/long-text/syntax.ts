/**
 * The bound on one text of a page, that is a paragraph, a heading or a cell: behind so many marks it is shown as it was written. Without
 * it, a reader of Markdown looks for the beginning of what may end at each mark, among all marks before it.
 */
import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

// A line of 200 KB with thousands of links and bold words has fewer.
const MOST_MARKS = 12_000;
/** Marks from which on a reader looks far ahead: comments, addresses and titles that may have no end. */
const MOST_AHEAD = 100;
const LONGEST = 250_000;
/** No text of this length takes long. */
export const SHORT_TEXT = 10_000;
const MARKS = /(?=(<[!?]|`{20}|(?:<|\]\()\S{500}|\]\(\S*\s+\()?)(?:[!$&<[\\\]]|([*=_`~])\2*)/g;

/** @returns how much of a text is read as Markdown */
export function readableLength(text: string): number {
  if (text.length <= SHORT_TEXT) return text.length;
  let marks = 0;
  let ahead = 0;
  for (const { index, 1: isAhead } of text.matchAll(MARKS)) {
    if (index > LONGEST) break;
    if (isAhead !== undefined) ahead++;
    if (++marks > MOST_MARKS || ahead > MOST_AHEAD) return index;
  }
  return Math.min(text.length, LONGEST);
}

// Texts are read one after the other.
let known: InlineContext | undefined;
let end = 0;

export const textBound: MarkdownConfig = {
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
