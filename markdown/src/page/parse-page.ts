/**
 * Reads a whole page at once: with a budget, and with the names that links may have. The editor's parser, which reads as somebody
 * writes, takes each name in brackets for a link's, since a page may say much later where it leads.
 */
import type { Tree } from '@lezer/common';
import { GFM, InlineContext, type MarkdownConfig, parser } from '@lezer/markdown';
import { linkKey } from '../text/link-key.ts';
import type { Budget } from '../tree/budget.ts';
import type { Sliced } from '../tree/sliced.ts';
import { PageParser } from './page-parser.ts';

const DEFINITION = /^[ \t>*+\-\d.)]*\[((?:\\.|[^[\]\\]){1,999})\]:/gm;
const SPACE = 32;
const ROUND = 40;
const FOREIGN = 128;
const OPENING = 91;
const CLOSING = 93;
const CARET = 94;
const LONGEST_NAME = 1002;
const NAMED = /^\[((?:\\.|[^[\]\\]){0,999})\]/;

/** Blocks are read one after the other. */
let reading: { readonly budget: Budget; readonly names: ReadonlySet<string> } | undefined;

const counted: MarkdownConfig = {
  parseBlock: [{ name: 'Budget', before: 'LinkReference', parse: step }],
  parseInline: [
    { name: 'Budget', before: 'PlainRest', parse: skipWord },
    { name: 'NoLink', before: 'LinkEnd', parse: endNoLink },
    { name: 'NoFootnote', before: 'Footnote', parse: beginLink },
  ],
};

function step(): boolean {
  reading?.budget.step();
  return false;
}

/** Within a word nothing begins, and no rule need be asked: words are most of a page. */
function skipWord({ text, offset }: InlineContext, next: number, pos: number): number {
  step();
  const at = pos - offset;
  if (next === SPACE) return isLetter(text.charCodeAt(at + 1)) ? pos + 1 : -1;
  // An address may begin with these letters, also after letters of other scripts.
  const isInside = next >= FOREIGN || (isLetter(next) && isLetter(text.charCodeAt(at - 1)));
  if (!isInside) return -1;
  let end = at + 1;
  if (next >= FOREIGN) while (text.charCodeAt(end) >= FOREIGN) end++;
  else while (isLetter(text.charCodeAt(end))) end++;
  return offset + end;
}

/** ASCII's alone, digits too. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** Brackets around a name that nothing defines are text, and do not keep a link from being around them. */
function endNoLink(cx: InlineContext, next: number, pos: number): number {
  // An address needs no name.
  if (next !== CLOSING || cx.char(pos + 1) === ROUND || !reading) return -1;
  const [link, image] = [
    cx.findOpeningDelimiter(InlineContext.linkStart),
    cx.findOpeningDelimiter(InlineContext.imageStart),
  ];
  const opening = Math.max(link ?? -1, image ?? -1);
  const delimiter = cx.getDelimiterAt(opening);
  if (!delimiter) return -1;
  const after = cx.slice(pos + 1, Math.min(cx.end, pos + LONGEST_NAME));
  const [, label] = NAMED.exec(after) ?? [];
  const name = linkKey(label || cx.slice(delimiter.to, pos));
  // A footnote is no link's name.
  if (reading.names.has(name) && !name.startsWith('^')) return -1;
  forget(cx, opening);
  return pos + 1;
}

/** A footnote that says nothing anywhere may be a link by its name. */
function beginLink(cx: InlineContext, next: number, pos: number): number {
  if (next !== OPENING || cx.char(pos + 1) !== CARET || !reading) return -1;
  const [, name] = NAMED.exec(cx.slice(pos, Math.min(cx.end, pos + LONGEST_NAME))) ?? [];
  if (name !== undefined && reading.names.has(linkKey(name))) return -1;
  return cx.addDelimiter(InlineContext.linkStart, pos, pos + 1, true, false);
}

/** The parser's types leave out the parts in which it keeps what is open. */
function forget(cx: InlineContext, part: number): void {
  (cx as InlineContext & { readonly parts: unknown[] }).parts[part] = null;
}

const pageParser = new PageParser(parser.configure(GFM), [counted]);

/** A block at a time. @throws {TakesTooLong} */
export function* parsePage(markdown: string, budget: Budget): Sliced<Tree> {
  const names = new Set([...markdown.matchAll(DEFINITION)].map(([, label = '']) => linkKey(label)));
  const parse = pageParser.startParse(markdown);
  for (;;) {
    reading = { budget, names };
    try {
      const tree = parse.advance();
      if (tree) return tree;
    } finally {
      reading = undefined;
    }
    yield;
  }
}
