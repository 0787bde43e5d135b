/**
 * Formulas for the Markdown parser: `$…$` in a line, `$$…$$` in a line or as a block. A price is no formula: as on GitHub and
 * in Pandoc, no letter or digit stands right outside the signs, and no space right inside them.
 */
import { tags } from '@lezer/highlight';
import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';
import { depthOf } from '../../grammar/line-depth.ts';

const DOLLAR = 36;
const IN_LINE = /^\$(?!\s)(?:\\.|[^\\$\n])*?(?:\\\S|[^\s\\$])\$(?![\w$])/;
const SHOWN_IN_LINE = /^\$\$(?!\$)(?:\\.|[^\\$\n]|\$(?!\$))+\$\$(?!\$)/;
// A longer one is a forgotten sign.
const LONGEST_IN_LINE = 2000;
/** No letter and no digit stands right before a formula. */
const OUTSIDE = /[\w$\\]/;
const OPENS = /^\$\$(?!\$)/;
const CLOSES = /^(.*?)\$\$\s*$/;
const MARK_ALONE = /\$\$(?<=^[\s>]*\$\$)\s*$/;

export const syntax: MarkdownConfig = {
  defineNodes: [
    { name: 'Formula' },
    { name: 'FormulaBlock', block: true },
    { name: 'FormulaMark', style: tags.processingInstruction },
    { name: 'FormulaText', style: tags.monospace },
  ],
  parseInline: [
    {
      name: 'Formula',
      before: 'Emphasis',
      parse: (cx, next, pos) => {
        if (next !== DOLLAR || OUTSIDE.test(cx.slice(pos - 1, pos))) return -1;
        const text = cx.slice(pos, Math.min(cx.end, pos + LONGEST_IN_LINE));
        const whole = formulaIn(text);
        if (whole === undefined) return -1;
        const mark = whole.startsWith('$$') ? 2 : 1;
        const to = pos + whole.length;
        return cx.addElement(
          cx.elt('Formula', pos, to, [
            cx.elt('FormulaMark', pos, pos + mark),
            cx.elt('FormulaText', pos + mark, to - mark),
            cx.elt('FormulaMark', to - mark, to),
          ]),
        );
      },
    },
  ],
  parseBlock: [
    {
      name: 'FormulaBlock',
      before: 'Blockquote',
      parse: parseFormulaBlock,
      endLeaf: (_cx, line) => isOpening(line),
    },
  ],
};

/** @returns the formula that a text begins with */
function formulaIn(text: string): string | undefined {
  return (SHOWN_IN_LINE.exec(text) ?? IN_LINE.exec(text))?.[0];
}

function isOpening(line: Line): boolean {
  if (line.next !== DOLLAR || line.indent >= line.baseIndent + 4) return false;
  return beginsAsFormula(line.text.slice(line.pos));
}

/** @param text of a block, from its first sign on */
export function beginsAsFormula(text: string): boolean {
  const [line = ''] = text.split('\n', 1);
  if (!OPENS.test(line)) return false;
  // `$$a$$ and more` is a line of text.
  const end = line.indexOf('$$', 2);
  return end === -1 || (end > 2 && line.slice(end + 2).trim() === '');
}

/**
 * Goes on to a line that ends in `$$`. An empty line ends it, too, but right before its end, where it is written: one that is
 * never closed must not swallow the page, and the parser cannot look further ahead than a line. The lines up to there are a text
 * then, whatever they begin with.
 */
function parseFormulaBlock(cx: BlockContext, line: Line): boolean {
  if (!isOpening(line)) return false;
  const from = cx.lineStart + line.pos;
  const elements = [cx.elt('FormulaMark', from, from + 2)];
  let text = '';
  let start = line.pos + 2;
  for (;;) {
    const closing = CLOSES.exec(line.text.slice(start));
    const end = closing ? start + (closing[1]?.length ?? 0) : line.text.length;
    const to = cx.lineStart + (closing ? end + 2 : end);
    if (end > start) elements.push(cx.elt('FormulaText', cx.lineStart + start, cx.lineStart + end));
    text += line.text.slice(text === '' ? line.pos : line.basePos);
    const isNext = cx.nextLine();
    if (closing) {
      elements.push(cx.elt('FormulaMark', to - 2, to));
      cx.addElement(cx.elt('FormulaBlock', from, to, elements));
      return true;
    }
    if (
      !isNext ||
      depthOf(line) < cx.depth ||
      (line.next === -1 && cx.peekLine().search(MARK_ALONE) < line.baseIndent)
    ) {
      cx.addElement(cx.elt('Paragraph', from, to, cx.parser.parseInline(text, from)));
      return true;
    }
    elements.push(...line.markers);
    start = line.pos;
    // The marks of a container around are no text, and have their room.
    text += `\n${' '.repeat(line.basePos)}`;
  }
}
