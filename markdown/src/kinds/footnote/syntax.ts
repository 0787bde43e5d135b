/** Footnotes for the Markdown parser, as on GitHub: `[^name]` in the text, and `[^name]: …` where it says what it says. */
import { tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';

const BRACKET = 91;
const CARET = 94;
const EXCLAMATION = 33;
// Text that an address follows is a link.
const REFERENCE = /^!?\[\^([^\s[\]]{1,999})\](?!\()/;
const DEFINITION = /^\[\^([^\s[\]]{1,999})\]:[ \t]*/;
const LONGEST = 1010;
const INDENT = 4;

export const syntax: MarkdownConfig = {
  defineNodes: [
    { name: 'Footnote', style: tags.link },
    {
      name: 'FootnoteDefinition',
      block: true,
      // Lines indented beneath its first line belong to it.
      composite: (_cx, line) => {
        if (line.next === -1) return true;
        if (line.indent < line.baseIndent + INDENT) return false;
        line.moveBaseColumn(line.baseIndent + INDENT);
        return true;
      },
    },
    { name: 'FootnoteMark', style: tags.processingInstruction },
    { name: 'FootnoteLabel', style: tags.labelName },
  ],
  parseInline: [
    {
      name: 'Footnote',
      before: 'Link',
      parse: (cx, next, pos) => {
        // Behind an exclamation mark it is no image either.
        const from = next === EXCLAMATION ? pos + 1 : pos;
        if (cx.char(from) !== BRACKET || cx.char(from + 1) !== CARET) return -1;
        const found = REFERENCE.exec(cx.slice(pos, Math.min(cx.end, pos + LONGEST)));
        if (!found) return -1;
        const to = pos + found[0].length;
        return cx.addElement(
          cx.elt('Footnote', from, to, [
            cx.elt('FootnoteMark', from, from + 2),
            cx.elt('FootnoteLabel', from + 2, to - 1),
            cx.elt('FootnoteMark', to - 1, to),
          ]),
        );
      },
    },
  ],
  parseBlock: [
    {
      name: 'FootnoteDefinition',
      before: 'LinkReference',
      parse: (cx, line) => {
        if (line.next !== BRACKET || line.indent >= line.baseIndent + INDENT) return false;
        const found = DEFINITION.exec(line.text.slice(line.pos));
        if (!found) return false;
        const from = cx.lineStart + line.pos;
        const label = from + 2 + (found[1]?.length ?? 0);
        cx.startComposite('FootnoteDefinition', line.pos);
        cx.addElement(cx.elt('FootnoteMark', from, from + 2));
        cx.addElement(cx.elt('FootnoteLabel', from + 2, label));
        cx.addElement(cx.elt('FootnoteMark', label, label + 2));
        line.moveBase(line.pos + found[0].length);
        return null;
      },
      endLeaf: (_cx, line) => line.next === BRACKET && DEFINITION.test(line.text.slice(line.pos)),
    },
  ],
};
