/**
 * The lines of a formula's block while it is written. For Markdown an empty line ends it, and its marks would be words: only the
 * line that the caret is in may be empty.
 */
import {
  EditorSelection,
  EditorState,
  type Extension,
  type Line,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { prefixAt } from '../../blocks/lines/block-place.ts';
import { lineMarks } from '../../blocks/lines/line-marks.ts';
import { stepBelow } from '../../blocks/step-below.ts';
import { isPreviewing } from '../../view/reveal.ts';

export const MARK = '$$';
// A longer one is a forgotten sign.
const MOST_LINES = 200;
const BLANK = /^[\s>]*$/;

interface EmptyLine {
  readonly line: Line;
  readonly opening: Line;
  readonly closing: Line;
}

export function wordsAt(state: EditorState, number: number): string {
  if (number < 1 || number > state.doc.lines) return '';
  const line = state.doc.line(number);
  return state.sliceDoc(lineMarks(state, line).textFrom, line.to).trim();
}

/** Enter in an empty line makes no other one: below the last line of the formula it leads out of it. */
const leaveOrBreak =
  (isInItem: boolean): StateCommand =>
  ({ state, dispatch }) => {
    const { main, ranges } = state.selection;
    if (state.readOnly || ranges.length > 1 || !main.empty || !isPreviewing(state)) return false;
    const found = emptyLineAt(state, state.doc.lineAt(main.head));
    if (!found) return breakAbove({ state, dispatch }, isInItem) || breakLine({ state, dispatch });
    const { line, opening, closing } = found;
    if (closing.number > line.number + 1 || opening.number === line.number - 1) return true;
    const block = { prefix: prefixAt(state, opening.from), fence: MARK, closing, to: closing.to };
    dispatch(state.update(stepBelow(state, block, withoutLine(line))));
    return true;
  };

export const breakInFormula = leaveOrBreak(false);
/** The same, but that it begins no other item. */
export const breakInFormulaOfItem = leaveOrBreak(true);

/** Before the first mark, in an item or a quote. */
function breakAbove({ state, dispatch }: Parameters<StateCommand>[0], isInItem: boolean): boolean {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const { block, textFrom, marks } = lineMarks(state, line);
  const isFirst = block.name === 'FormulaBlock' && block.from >= line.from && head <= textFrom;
  const isItem = /^(?:bullet|number)$/.test(marks.at(-1)?.kind ?? '');
  if (!isFirst || marks.length === 0 || (isItem && !isInItem)) return false;
  write({ state, dispatch }, textFrom, `${state.lineBreak}${prefixAt(state, line.from)}`);
  return true;
}

function write({ state, dispatch }: Parameters<StateCommand>[0], from: number, insert: string): void {
  dispatch(
    state.update({
      changes: { from, insert },
      selection: EditorSelection.cursor(from + insert.length),
      scrollIntoView: true,
      userEvent: 'input.complete',
    }),
  );
}

/** The line above the caret has words, and the one that the caret is in gets some. A mark is not broken: the break goes behind it. */
const breakLine: StateCommand = ({ state, dispatch }) => {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const { block, textFrom } = lineMarks(state, line);
  if (block.name !== 'FormulaBlock') return false;
  const isOpening = block.from >= line.from;
  const isClosing = state.doc.lineAt(block.to).number === line.number;
  if (isOpening ? isClosing || head <= textFrom : isClosing && head === line.to) return false;
  const isInMark = head > textFrom && (isOpening || isClosing);
  // The last line of the formula goes above its end.
  const at = isInMark ? line.to : isClosing ? line.from - 1 : head;
  const above = state.doc.lineAt(at);
  if (state.sliceDoc(lineMarks(state, above).textFrom, at).trim() === '') return true;
  if (isClosing && !isInMark && block.from >= above.from) return true;
  write({ state, dispatch }, at, `${state.lineBreak}${prefixAt(state, line.from)}`);
  return true;
};

/** Backspace and Delete take an empty line away as a whole, with what stands before it in an item or a quote. */
export const deleteInFormula =
  (isForward: boolean): StateCommand =>
  ({ state, dispatch }) => {
    const { main, ranges } = state.selection;
    if (state.readOnly || ranges.length > 1 || !main.empty || !isPreviewing(state)) return false;
    const found = emptyLineAt(state, state.doc.lineAt(main.head));
    if (!found) return false;
    const { line, opening, closing } = found;
    // A formula keeps one line, for what is written next.
    const isOnly = opening.number === line.number - 1 && closing.number === line.number + 1;
    const isAtEdge = line.number === (isForward ? closing.number - 1 : opening.number + 1);
    if (isOnly) return isForward;
    const changes = withoutLine(line);
    const next = state.doc.line(line.number + 1);
    const isToNext = isForward !== isAtEdge;
    const caret = isToNext ? lineMarks(state, next).textFrom - (line.to + 1 - line.from) : changes.from;
    dispatch(
      state.update({
        changes,
        selection: EditorSelection.cursor(caret),
        scrollIntoView: true,
        userEvent: isForward ? 'delete.forward' : 'delete.backward',
      }),
    );
    return true;
  };

/** A line that is left empty goes: the lines around it are one formula again. */
export const noEmptyLines: Extension = EditorState.transactionFilter.of((transaction) => {
  const { startState: state, docChanged, newSelection } = transaction;
  if (docChanged || state.readOnly || !transaction.isUserEvent('select')) return transaction;
  const line = state.doc.lineAt(state.selection.main.head);
  const isLeft = newSelection.ranges.every(({ from, to }) => to < line.from || from > line.to);
  if (!isLeft || !BLANK.test(line.text) || !isPreviewing(state)) return transaction;
  const found = emptyLineAt(state, line);
  if (!found || found.closing.number === line.number + 1) return transaction;
  const tidy: TransactionSpec = { changes: withoutLine(line), sequential: true };
  return [transaction, tidy];
});

function withoutLine({ from, to }: Line) {
  return { from: from - 1, to };
}

/** @returns undefined unless a formula's lines stand above and below */
function emptyLineAt(state: EditorState, line: Line): EmptyLine | undefined {
  if (!BLANK.test(line.text)) return undefined;
  const opening = markFrom(state, line.number, -1);
  const closing = opening && markFrom(state, line.number, 1);
  if (!closing) return undefined;
  const [above, below] = [lineMarks(state, opening), lineMarks(state, closing)];
  const isWhole = above.block.name === 'FormulaBlock';
  // The end of one formula, and the beginning of another, have theirs on the other side.
  const isOne = isWhole
    ? above.block.from === above.textFrom && above.block.to === closing.to
    : above.block.name === 'Paragraph' &&
      above.block.from === above.textFrom &&
      below.block.name === 'Paragraph';
  return isOne && prefixAt(state, opening.from) === prefixAt(state, closing.from)
    ? { line, opening, closing }
    : undefined;
}

function markFrom(state: EditorState, number: number, step: 1 | -1): Line | undefined {
  for (let at = number + step; Math.abs(at - number) < MOST_LINES; at += step) {
    const words = wordsAt(state, at);
    if (words === MARK) return state.doc.line(at);
    if (words === '') return undefined;
  }
  return undefined;
}
