/** Front matter for the Markdown parser: the lines between two rows of dashes that a page begins with. */

import { tags } from '@lezer/highlight';
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';

const CLOSES = /^(-{3}|\.{3})\s*$/;
// Without a key right below, the dashes are a rule.
const HAS_KEYS = /^(?:[\w"'][^:]*:(?:\s|$)|#|-{3}\s*$)/;

export const frontMatter: MarkdownConfig = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.meta }],
  parseBlock: [{ name: 'FrontMatter', before: 'HorizontalRule', parse: parseFrontMatter }],
};

function parseFrontMatter(context: BlockContext, line: Line): boolean {
  if (context.lineStart !== 0 || !/^-{3}\s*$/.test(line.text) || !HAS_KEYS.test(context.peekLine()))
    return false;
  while (context.nextLine()) {
    const isClosed = CLOSES.test(line.text);
    // One that is never closed must not swallow the page: the parser cannot look further ahead than a line. Programs that
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
