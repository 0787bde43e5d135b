/**
 * The caret, and what is selected, keep out of the marks at a line's beginning: they are out of sight, and what is typed before or
 * between them breaks the block. The line's beginning is its first letter.
 */
import {
  EditorSelection,
  EditorState,
  type Extension,
  type SelectionRange,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { type Command, Direction, type EditorView, type KeyBinding } from '@codemirror/view';
import { isPreviewing } from '../../view/reveal.ts';
import { type LineMarks, lineMarks } from '../lines/line-marks.ts';

export const keepOutOfMarks: Extension = EditorState.transactionFilter.of((transaction) =>
  transaction.selection && !transaction.docChanged && isPreviewing(transaction.startState)
    ? outOfMarks(transaction)
    : transaction,
);

function outOfMarks(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { startState: state, newSelection } = transaction;
  const ranges = newSelection.ranges.map((range, index) =>
    allowed(state, transaction, range, state.selection.ranges[index]),
  );
  if (ranges.every((range, index) => range === newSelection.ranges[index])) return transaction;
  return [
    transaction,
    { selection: EditorSelection.create(ranges, newSelection.mainIndex), sequential: true },
  ];
}

function allowed(
  state: EditorState,
  transaction: Transaction,
  range: SelectionRange,
  before: SelectionRange | undefined,
): SelectionRange {
  const { anchor, head, empty, from, to } = range;
  const isByPointer = transaction.isUserEvent('select.pointer');
  if (empty) {
    const place = placeFor(state, head, isByPointer ? undefined : before?.head);
    return place === head ? range : moved(range, place, place);
  }
  // A search or a command may select a mark.
  if (!transaction.isUserEvent('select') || transaction.isUserEvent('select.search')) return range;
  if (from === 0 && to === state.doc.length) return range;
  const isWholeLine = isByPointer && anchor < head && isLineStart(state, anchor) && isLineStart(state, head);
  const end = isWholeLine ? head - 1 : placeFor(state, head, isByPointer ? undefined : before?.head);
  const start = placeFor(state, anchor, undefined);
  return start === anchor && end === head ? range : moved(range, Math.min(start, Math.max(start, end)), end);
}

function moved(
  { assoc, goalColumn, bidiLevel }: SelectionRange,
  anchor: number,
  head: number,
): SelectionRange {
  return anchor === head
    ? EditorSelection.cursor(head, assoc, bidiLevel ?? undefined, goalColumn)
    : EditorSelection.range(anchor, head, goalColumn, bidiLevel ?? undefined);
}

function isLineStart({ doc }: EditorState, position: number): boolean {
  return doc.lineAt(position).from === position;
}

/** @param before where it comes from: back from the first letter one goes on to the line above */
function placeFor(state: EditorState, position: number, before: number | undefined): number {
  const marks = marksAround(state, position);
  if (!marks) return position;
  const { line, textFrom } = marks;
  const isBack = before === textFrom && position < before;
  return isBack && line.number > 1 ? state.doc.line(line.number - 1).to : textFrom;
}

/** @returns the marks that this place is before or in the middle of */
export function marksAround(state: EditorState, position: number): LineMarks | undefined {
  const line = state.doc.lineAt(position);
  // The words are most of a line, and no marks are that long.
  if (position - line.from > LONGEST || !MAY_BE_MARKS.test(line.text.slice(0, position - line.from)))
    return undefined;
  const marks = lineMarks(state, line);
  return position < marks.textFrom && isWhole(state, marks) ? marks : undefined;
}

const LONGEST = 500;
const MAY_BE_MARKS = /^[\s>#*+\-\d.)[\]xX]*(?:\[[!^][^\]\s]*(?:\][:+-]?[ \t]*)?)?$/;

/** A mark is still being typed until a space or a word stands after it. */
export function isWhole(state: EditorState, { line, textFrom, marks }: LineMarks): boolean {
  return (
    /^(?:callout|quote)$/.test(marks.at(-1)?.kind ?? '') ||
    textFrom < line.to ||
    /\s/.test(state.sliceDoc(textFrom - 1, textFrom))
  );
}

/** Home stops at the first letter, once more, too. In a line that wraps it goes to the beginning of the row first. */
function toFirstLetter(isExtending: boolean): Command {
  return (view) => {
    const { state } = view;
    if (!isPreviewing(state)) return false;
    const { main, ranges } = state.selection;
    const { textFrom, line } = lineMarks(state, state.doc.lineAt(main.head));
    if (ranges.length > 1 || textFrom === line.from || main.head < textFrom) return false;
    if (view.moveToLineBoundary(main, false).head > textFrom) return false;
    const anchor = isExtending ? main.anchor : textFrom;
    view.dispatch({ selection: { anchor, head: textFrom }, scrollIntoView: true, userEvent: 'select' });
    return true;
  };
}

/** On a Mac an arrow leads there, the one that points to where the line begins. */
const towards =
  (direction: Direction, command: Command): Command =>
  (view: EditorView) =>
    view.textDirectionAt(view.state.selection.main.head) === direction && command(view);

const [go, select] = [toFirstLetter(false), toFirstLetter(true)];

export const FIRST_LETTER_KEYS: readonly KeyBinding[] = [
  { key: 'Home', run: go, shift: select, preventDefault: true },
  { mac: 'Cmd-ArrowLeft', run: towards(Direction.LTR, go), shift: towards(Direction.LTR, select) },
  { mac: 'Cmd-ArrowRight', run: towards(Direction.RTL, go), shift: towards(Direction.RTL, select) },
  { mac: 'Ctrl-a', run: go, shift: select },
];
