/**
 * `$…$` and `$$…$$` as MathML, which browsers draw without a script. One with a fault is shown as it was written, with a
 * sentence about it.
 */
import katex from 'katex';
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import {
  beginsAsFormula,
  CLOSES,
  formulaIn,
  LONGEST_IN_LINE,
  OUTSIDE,
} from '../../../../markdown/src/kinds/formula/syntax.ts';

const DOLLAR = 36;
const LARGEST_EM = 20;

export function readFormulas(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  const draw = (tex: string, displayMode: boolean): string => {
    try {
      const options = {
        displayMode,
        trust: false,
        strict: 'ignore',
        errorColor: 'inherit',
        maxSize: LARGEST_EM,
      } as const;
      return katex.renderToString(tex, { ...options, output: 'mathml', throwOnError: true });
    } catch {
      return `<code>${escapeHtml(tex)}</code> <span class="problem">This formula has a fault.</span>`;
    }
  };
  markdown.inline.ruler.before('emphasis', 'formula', readInLine);
  markdown.block.ruler.before('blockquote', 'formula_block', readBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  markdown.renderer.rules.formula = (tokens, at) =>
    draw(tokens[at]?.content.trim() ?? '', tokens[at]?.markup === '$$');
  markdown.renderer.rules.formula_block = (tokens, at) =>
    `<div class="formula" tabindex="0" role="region" aria-label="Formula">${draw(tokens[at]?.content ?? '', true)}</div>\n`;
}

function readInLine(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR || OUTSIDE.test(src.charAt(pos - 1))) return false;
  const text = src.slice(pos, Math.min(posMax, pos + LONGEST_IN_LINE));
  const whole = formulaIn(text);
  if (whole === undefined) return false;
  if (!silent) {
    const token = state.push('formula', '', 0);
    token.markup = whole.startsWith('$$') ? '$$' : '$';
    token.content = whole.slice(token.markup.length, -token.markup.length);
  }
  state.pos += whole.length;
  return true;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

/** To a line that ends in `$$`. Without one before the next empty line these lines are a text, as in the app. */
function readBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineOf(state, start);
  if (!beginsAsFormula(first)) return false;
  if (silent) return true;
  const lines: string[] = [];
  let line = start;
  for (; line < end; line++) {
    if (line > start && (state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent)) break;
    const text = line === start ? first.slice(2) : lineOf(state, line);
    const closing = CLOSES.exec(text);
    lines.push(closing?.[1] ?? text);
    if (closing) return addFormula(state, [start, line + 1], lines.join('\n'));
  }
  return addText(state, [start, line]);
}

function addFormula(state: StateBlock, map: [number, number], tex: string): true {
  const token = state.push('formula_block', '', 0);
  token.content = tex.trim();
  token.map = map;
  token.block = true;
  state.line = map[1];
  return true;
}

function addText(state: StateBlock, map: [number, number]): true {
  state.push('paragraph_open', 'p', 1).map = map;
  const token = state.push('inline', '', 0);
  token.content = state.getLines(...map, state.blkIndent, false).trim();
  token.map = map;
  token.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = map[1];
  return true;
}
