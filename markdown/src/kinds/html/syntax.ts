/**
 * HTML that a tag on a line of its own begins (CommonMark 4.6, the seventh kind), where the library's parser takes it for
 * text: `<br />`, and tags with names such as `xlink:href`. All lines up to the next empty one belong to it.
 */
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';
import { depthOf } from '../../grammar/line-depth.ts';

const LESS_THAN = 60;
const VALUE = String.raw`(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?`;
const TAG_ALONE = new RegExp(
  String.raw`^<(?!(?:pre|script|style|textarea)\b)[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*${VALUE})*\s*/?>\s*$`,
  'i',
);

export const syntax: MarkdownConfig = {
  // It may not interrupt a text.
  parseBlock: [{ name: 'TagAlone', after: 'HTMLBlock', parse }],
};

function parse(cx: BlockContext, line: Line): boolean {
  if (line.next !== LESS_THAN || !TAG_ALONE.test(line.text.slice(line.pos))) return false;
  const from = cx.lineStart + line.pos;
  const marks = [];
  let to = cx.lineStart + line.text.length;
  while (cx.nextLine() && depthOf(line) >= cx.depth && line.text.slice(line.basePos).trim() !== '') {
    marks.push(...line.markers);
    to = cx.lineStart + line.text.length;
  }
  cx.addElement(cx.elt('HTMLBlock', from, to, marks));
  return true;
}
