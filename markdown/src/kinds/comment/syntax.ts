/**
 * Comments for the Markdown parser, as Obsidian writes them: `%%…%%` in a line, and lines between two that are `%%` alone. They are
 * for those who write the page.
 *
 * - The editor shows them. So the search of a workspace finds them, as Obsidian's does: whoever may search there may open the editor.
 * - The reading view, history and paper leave them out, and so do the outline, counts of words and cards of pages.
 * - A public page has nothing of them, nor have its description and its outline, not even where it is shown as it was written.
 * - They stay in the page's text: exports, copies and backups have them, and a file that they name stays a file of the page.
 * - Their marks in the middle of a line reach no further than that line, unlike Obsidian's.
 */
import { tags } from '@lezer/highlight';
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';
import { depthOf } from '../../grammar/line-depth.ts';

const PERCENT = 37;
const IN_LINE = /^%%(?!%).+?%%/;
const ALONE = /^%%\s*$/;
const WHOLE_LINE = /^%%(?!%).+?%%\s*$/;
// A longer one is a forgotten sign.
const LONGEST = 2000;

export const syntax: MarkdownConfig = {
  defineNodes: [
    { name: 'Remark', style: tags.comment },
    { name: 'RemarkBlock', block: true, style: tags.comment },
  ],
  parseInline: [
    {
      name: 'Remark',
      before: 'Escape',
      parse: (cx, next, pos) => {
        const [found] =
          next === PERCENT ? (IN_LINE.exec(cx.slice(pos, Math.min(cx.end, pos + LONGEST))) ?? []) : [];
        return found === undefined ? -1 : cx.addElement(cx.elt('Remark', pos, pos + found.length));
      },
    },
  ],
  parseBlock: [
    {
      name: 'RemarkBlock',
      before: 'Blockquote',
      parse: parseRemark,
      endLeaf: (_cx, line) => begins(line, ALONE),
    },
  ],
};

function begins(line: Line, form: RegExp): boolean {
  return line.indent < line.baseIndent + 4 && form.test(line.text.slice(line.pos));
}

/** A comment that is never closed goes on to the end of what is around it, as code does. */
function parseRemark(cx: BlockContext, line: Line): boolean {
  let isClosed = begins(line, WHOLE_LINE);
  if (!isClosed && !begins(line, ALONE)) return false;
  const from = cx.lineStart + line.pos;
  let to = cx.lineStart + line.text.length;
  const marks = [];
  while (cx.nextLine() && !isClosed && depthOf(line) >= cx.depth) {
    marks.push(...line.markers);
    to = cx.lineStart + line.text.length;
    isClosed = /%%\s*$/.test(line.text);
  }
  cx.addElement(cx.elt('RemarkBlock', from, to, marks));
  return true;
}
