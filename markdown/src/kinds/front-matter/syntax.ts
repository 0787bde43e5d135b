/** Front matter for the Markdown parser: the lines between two rows of dashes that a page begins with. */

import type { Input } from '@lezer/common';
import { tags } from '@lezer/highlight';
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';

const CLOSES = /^(-{3}|\.{3})\s*$/;
/** Without a key right below, the dashes are a rule. */
export const HAS_KEYS = /^(?:[\w"'][^:]*:(?:\s|$)|#|-{3}\s*$)/;

export const syntax: MarkdownConfig = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.meta }],
  parseBlock: [{ name: 'FrontMatter', before: 'HorizontalRule', parse: parseFrontMatter }],
};

const LONGEST = 20_000;

/** @returns where what may be front matter ends at the latest; 0 in a page that begins otherwise */
export function frontMatterEnd(input: Input): number {
  if (input.length < 3 || input.read(0, 3) !== '---') return 0;
  const text = input.read(0, Math.min(input.length, LONGEST));
  const [end] = /\n(?:-{3}|\.{3})[^\S\n]*(?:\n|$)|\n[^\S\n]*\n.*/.exec(text) ?? [];
  return end === undefined ? text.length : text.indexOf(end) + end.length;
}

function parseFrontMatter(context: BlockContext, line: Line): boolean {
  if (context.lineStart !== 0 || !/^-{3}\s*$/.test(line.text) || !HAS_KEYS.test(context.peekLine()))
    return false;
  while (context.nextLine()) {
    const isClosed = CLOSES.test(line.text);
    // Front matter that is never closed must not swallow the page: the parser cannot look further ahead than a line. Programs that
    // write templates leave one empty at the end.
    if (!isClosed && (line.text.trim() !== '' || CLOSES.test(context.peekLine()))) continue;
    const end = isClosed ? context.lineStart + line.text.length : context.prevLineEnd();
    if (isClosed) context.nextLine();
    context.addElement(context.elt('FrontMatter', 0, end));
    return true;
  }
  context.addElement(context.elt('FrontMatter', 0, context.prevLineEnd()));
  return true;
}
