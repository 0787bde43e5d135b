/**
 * Backspace before the first letter takes one mark away: a task becomes a bullet, a bullet a text, a heading a text, and a quote
 * is one level less. The words stay words.
 */
import { EditorSelection, type EditorState, type Line, type TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { type TextEdit, textEdits } from '../../../document/moves/edits/text-changes.ts';
import { escapeBeginning } from '../../markdown/exchange/as-words.ts';
import { isAroundToggle } from '../../view/toggle-state.ts';
import { prefixIn } from '../lines/block-place.ts';
import { type LineMark, type LineMarks, lineMarks } from '../lines/line-marks.ts';
import { gapsAroundEmptied } from './after-change.ts';

const TEXT = /^(?:Paragraph|Task|SetextHeading\d)$/;
// From their further lines nothing can be lifted.
const WHOLE = /^(?:FencedCode|CodeBlock|Table|FormulaBlock|HTMLBlock)$/;
// The text above these, and the text below, stays apart from them.
const APART = /^(?:ATXHeading\d|FencedCode)$/;
const APART_ABOVE = /^(?:ATXHeading\d|FencedCode|HorizontalRule)$/;

/** @returns undefined where no mark is before the letter at this place */
export function liftedBlock(state: EditorState, position: number): TransactionSpec | undefined {
  const read = lineMarks(state, state.doc.lineAt(position));
  const { marks, textFrom, line, block } = read;
  if (position !== textFrom) return undefined;
  if (block.name.startsWith('Setext') && block.from >= line.from)
    return step(state, textFrom, withoutUnderline(state, block));
  if (WHOLE.test(block.name) && block.from < line.from) return undefined;
  const mark = marks.findLast(({ kind, node }) => kind !== 'indent' || !TEXT.test(node.name));
  const isFurther = TEXT.test(block.name) && block.from < line.from && mark?.kind !== 'quote';
  if (isFurther && marks.length > 0 && mark?.kind !== 'empty')
    return step(state, textFrom, [{ from: line.from - 1, to: textFrom, insert: '' }]);
  if (!mark) return undefined;
  if (mark.kind === 'footnote')
    // Its number stays, or the one in the text would lead nowhere.
    return { selection: EditorSelection.cursor(Math.max(0, line.from - 1)), userEvent: 'select' };
  if (mark.kind === 'indent' && isAroundToggle(state, mark.node, line))
    return { selection: EditorSelection.cursor(textFrom), userEvent: 'select' };
  return step(state, textFrom, liftedFrom(state, read, mark));
}

function step(state: EditorState, caret: number, edits: readonly TextEdit[]): TransactionSpec {
  const changes = state.changes([...edits].sort((one, other) => one.from - other.from));
  const place = changes.mapPos(caret, -1);
  return {
    changes,
    selection: EditorSelection.cursor(place),
    scrollIntoView: true,
    userEvent: 'delete.backward',
  };
}

function liftedFrom(state: EditorState, read: LineMarks, mark: LineMark): TextEdit[] {
  const { line, block } = read;
  const gone = { from: mark.from, to: mark.to, insert: '' };
  switch (mark.kind) {
    case 'heading': {
      const { to } = headingEnd(state, block, mark);
      const words = state.sliceDoc(mark.to, to);
      return [
        ...gapAbove(state, read, mark),
        gone,
        ...textEdits(mark.to, words, escapeBeginning(words)),
        { from: to, to: line.to, insert: '' },
        ...gapBelow(state, line, outerOf(state, read, mark)),
      ];
    }
    case 'empty':
      return [gone];
    case 'task':
    case 'callout': {
      // Spaces would move what is nested in the item out of it, or begin one.
      const [spaces = ''] = /^[ \t]*/.exec(state.sliceDoc(mark.to, line.to)) ?? [];
      const to = mark.to + spaces.length;
      return [{ ...gone, to }, ...escaped(state, to, line), ...gapsAroundEmptied(state, { ...gone, to })];
    }
    case 'quote':
      return [...gapAbove(state, read, mark), gone, ...liftedFormula(state, read, mark)];
    default:
      return liftedItem(state, read, mark);
  }
}

/** A formula leaves the quote as a whole. */
function liftedFormula(state: EditorState, read: LineMarks, mark: LineMark): TextEdit[] {
  if (read.block.name !== 'FormulaBlock') return [];
  const end = lastLine(state, read.block);
  const edits: TextEdit[] = [];
  for (let number = read.line.number + 1; number <= end.number; number++) {
    const { marks } = lineMarks(state, state.doc.line(number));
    const own = marks.find(({ kind, node }) => kind === 'quote' && node.from === mark.node.from);
    if (own) edits.push({ from: own.from, to: own.to, insert: '' });
  }
  return [...edits, ...gapBelow(state, end, outerOf(state, read, mark))];
}

/** The item's mark goes, or its text leaves it with all that follows in it; what is nested comes along. */
function liftedItem(state: EditorState, read: LineMarks, mark: LineMark): TextEdit[] {
  const item = mark.node;
  const outer = outerOf(state, read, mark);
  const end = lastLine(state, item);
  const edits: TextEdit[] = [...gapAbove(state, read, mark), { from: mark.from, to: mark.to, insert: '' }];
  for (let number = read.line.number + 1; number <= end.number; number++) {
    const { marks } = lineMarks(state, state.doc.line(number));
    const indent = marks.find(({ kind, node }) => kind === 'indent' && node.from === item.from);
    if (indent) edits.push({ from: indent.from, to: indent.to, insert: '' });
  }
  const own = /^(?:HTMLBlock|FormulaBlock|Paragraph|Task|SetextHeading\d)$/.test(read.block.name)
    ? lastLine(state, read.block)
    : read.line;
  if (mark.kind !== 'indent') edits.push(...gapBelow(state, own, outer));
  // HTML would take in the line below it.
  const isHtml = own.number < end.number && lineMarks(state, end).block.name === 'HTMLBlock';
  if (mark.kind === 'indent' || isHtml || (own.number < end.number && isNumbered(state, end.number + 1)))
    edits.push(...gapBelow(state, end, outer));
  return edits;
}

function isNumbered({ doc }: EditorState, number: number): boolean {
  return number <= doc.lines && /^[\s>]*\d/.test(doc.line(number).text);
}

function lastLine(state: EditorState, { from, to }: SyntaxNode): Line {
  let line = state.doc.lineAt(to);
  while (line.from > from && line.text.trim() === '') line = state.doc.line(line.number - 1);
  return line;
}

/** As the lines around the block begin. */
function outerOf(state: EditorState, { marks }: LineMarks, mark: LineMark): string {
  const around = marks[marks.indexOf(mark) - 1];
  return around ? prefixIn(state, around.node) : '';
}

function gapAbove(state: EditorState, read: LineMarks, mark: LineMark): TextEdit[] {
  const { line, marks } = read;
  const before = marks.slice(0, marks.indexOf(mark));
  // After the mark of an item around, nothing is above in it.
  if (line.number === 1 || before.some(({ kind }) => kind !== 'quote' && kind !== 'indent')) return [];
  const above = lineMarks(state, state.doc.line(line.number - 1));
  // For Markdown the mark of a callout, or of a task, is a text.
  const isBare =
    above.textFrom === above.line.to && !/^(?:callout|task)$/.test(above.marks.at(-1)?.kind ?? '');
  const isApart = isBare || APART_ABOVE.test(above.block.name);
  if (isApart || isBlank(above.line)) return [];
  const outer = outerOf(state, read, mark);
  return [{ from: line.from, to: line.from, insert: `${outer.trimEnd()}${state.lineBreak}` }];
}

function gapBelow(state: EditorState, { number, to }: Line, outer: string): TextEdit[] {
  if (number === state.doc.lines) return [];
  const below = state.doc.line(number + 1);
  if (isBlank(below) || APART.test(lineMarks(state, below).block.name)) return [];
  return [{ from: to, to, insert: `${state.lineBreak}${outer.trimEnd()}` }];
}

function isBlank({ text }: Line): boolean {
  return /^[\s>]*$/.test(text);
}

function escaped(state: EditorState, from: number, line: Line): TextEdit[] {
  const words = state.sliceDoc(from, line.to);
  return textEdits(from, words, escapeBeginning(words));
}

/** Signs that close the heading go with those that open it. */
function headingEnd(state: EditorState, heading: SyntaxNode, mark: LineMark): { readonly to: number } {
  const [, closing] = heading.getChildren('HeaderMark');
  const end = state.doc.lineAt(mark.from).to;
  if (!closing || closing.from < mark.to) return { to: Math.max(mark.to, end) };
  return { to: mark.to + state.sliceDoc(mark.to, closing.from).trimEnd().length };
}

export function withoutUnderline(state: EditorState, heading: SyntaxNode): TextEdit[] {
  const mark = heading.getChild('HeaderMark');
  if (!mark) return [];
  const line = state.doc.lineAt(mark.from);
  return [{ from: line.from - 1, to: line.to, insert: '' }];
}
