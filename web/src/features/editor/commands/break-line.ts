/** Line breaks where Markdown has rules of its own: within an item, and before the first letter of an item or a heading. */
import { EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { isWhole, marksAround } from '../blocks/guards/keep-out-of-marks.ts';
import { knowsMarks } from '../blocks/knows-marks.ts';
import { prefixAt, prefixIn } from '../blocks/lines/block-place.ts';
import { type LineMark, type LineMarks, lineMarks } from '../blocks/lines/line-marks.ts';
import { toBlock } from '../blocks/read-blocks.ts';
import { areCounted, recounted } from '../blocks/renumber.ts';
import { firstWordFrom } from '../formats/marks.ts';
import { wholeAround } from '../markdown/whole-blocks.ts';
import { isPreviewing } from '../view/reveal.ts';

const ROW = /^\|.*\|[ \t]*$/;

/** A line break that begins no other item. */
export const breakLineInItem: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1 || wholeAround(state, main.from)) return false;
  const prefix = prefixAt(state, main.from);
  if (prefix === '') return false;
  // An item may begin with one empty line, and no more.
  const { textFrom, line, marks } = lineMarks(state, state.doc.lineAt(main.from));
  if (
    marks.at(-1)?.kind === 'task' &&
    main.empty &&
    main.head === line.to &&
    ROW.test(line.text.slice(textFrom - line.from))
  )
    return breakRow({ state, dispatch }, textFrom, prefix);
  const isAtText = main.from <= textFrom && textFrom < line.to;
  if (isAtText && main.empty) return breakBefore({ state, dispatch }) || !isBelowText(state, line.number);
  if (main.empty && isEmptyAbove(state, line, marks.at(-1))) return true;
  dispatch(
    state.update(state.replaceSelection(`${state.lineBreak}${prefix}`), {
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

/** After the box of a task there are words: a table that is begun there stands below. */
function breakRow({ state, dispatch }: Parameters<StateCommand>[0], from: number, prefix: string): boolean {
  const row = state.sliceDoc(from, state.selection.main.head);
  const insert = `${state.lineBreak}${prefix}${row}${state.lineBreak}${prefix}`;
  dispatch(
    state.update({
      changes: { from, to: from + row.length, insert },
      selection: EditorSelection.cursor(from + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
      annotations: knowsMarks.of(true),
    }),
  );
  return true;
}

/** A break in place of what is selected goes where that was: first it is deleted, as by any other key. Other commands go on. */
export const deleteBeforeBreak: Command = (view) => {
  const { state } = view;
  const { main, ranges } = state.selection;
  if (main.empty || ranges.length > 1 || state.readOnly || !isPreviewing(state)) return false;
  const [first, last] = [wholeAround(state, main.from), wholeAround(state, main.to)];
  // Within code, breaks have a command of their own: this one begins or ends in its fence.
  if (first && first.from === last?.from && first.name !== 'FencedCode') return false;
  view.dispatch(state.replaceSelection(''), { userEvent: 'delete.selection' });
  return (first ?? last) !== undefined;
};

/** Whether an item without words has others right below: an empty line between would end it. */
function isEmptyAbove({ doc }: EditorState, { number, to }: Line, item: LineMark | undefined): boolean {
  const isItem = item?.kind === 'bullet' || item?.kind === 'number';
  return isItem && item.to === to && number < doc.lines && item.node.to > doc.line(number + 1).from;
}

function isBelowText(state: EditorState, number: number): boolean {
  if (number === 1) return false;
  const { textFrom, line } = lineMarks(state, state.doc.line(number - 1));
  return textFrom < line.to;
}

/** Enter before the first letter puts an empty item, or an empty line, above. */
export const breakBefore: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1 || state.readOnly || !isPreviewing(state)) return false;
  const read = lineMarks(state, state.doc.lineAt(main.head));
  const { textFrom, line, marks } = read;
  // With its first word gone, the spaces before the next one are the mark's.
  const isBefore =
    main.head < textFrom
      ? marksAround(state, main.head) !== undefined
      : main.head <= firstWordFrom(state, textFrom);
  if (!isBefore || textFrom === line.to || !isWhole(state, read)) return false;
  const last = marks.findLast(({ kind }) => kind !== 'task');
  if (last?.kind === 'heading') {
    const around = marks[marks.indexOf(last) - 1];
    const prefix = around ? prefixIn(state, around.node) : '';
    return insertAt(state, dispatch, last.from, `${state.lineBreak}${prefix}`);
  }
  if (last?.kind !== 'bullet' && last?.kind !== 'number') return false;
  const outer = prefixIn(state, last.node, false);
  const own = state
    .sliceDoc(last.from, textFrom)
    .replace(/\[[xX]\]/, '[ ]')
    .replace(/\s+$/, ' ');
  const gap = isBehindText(state, read, last) ? `${state.lineBreak}${outer}` : '';
  const isCounted = areCounted(state, [toBlock(state, last.node)]);
  return insertAt(state, dispatch, last.from, `${gap}${own}${state.lineBreak}${outer}`, isCounted);
};

function insertAt(
  state: EditorState,
  dispatch: Parameters<StateCommand>[0]['dispatch'],
  at: number,
  insert: string,
  isCounted = false,
): boolean {
  const written = state.update({ changes: { from: at, insert } });
  const head = written.changes.mapPos(state.selection.main.head, 1);
  const numbers = written.state.changes(isCounted ? recounted(written.state, [head]) : []);
  dispatch(
    state.update({
      changes: written.changes.compose(numbers),
      selection: EditorSelection.cursor(numbers.mapPos(head, 1)),
      scrollIntoView: true,
      userEvent: 'input',
      annotations: knowsMarks.of(true),
    }),
  );
  return true;
}

/** An empty item right below a text would be the line beneath a heading. */
function isBehindText(state: EditorState, { line, marks }: LineMarks, mark: LineMark): boolean {
  const isOnLine = marks
    .slice(0, marks.indexOf(mark))
    .some(({ kind }) => kind !== 'quote' && kind !== 'indent');
  if (line.number === 1 || isOnLine) return false;
  const above = lineMarks(state, state.doc.line(line.number - 1));
  const isSibling = above.marks.some(({ node }) => node.parent?.from === mark.node.parent?.from);
  return !isSibling && above.textFrom < above.line.to;
}
