/** A formula's block is closed at once, as code is: without its end, the mark would be a word, and Enter in an item begin the next. */
import { EditorSelection, type EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { prefixAt } from '../../blocks/lines/block-place.ts';
import { lineMarks } from '../../blocks/lines/line-marks.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { MARK, wordsAt } from './formula-lines.ts';

/**
 * Enter after a mark that nothing ends writes the other one. After the box of a task there is text: the formula begins
 * below.
 */
export const closeFormula: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (state.readOnly || ranges.length > 1 || !main.empty || main.head !== line.to) return false;
  const { marks, textFrom, block } = lineMarks(state, line);
  if (block.name === 'FormulaBlock' || state.sliceDoc(textFrom, line.to) !== MARK) return false;
  const next = `${state.lineBreak}${prefixAt(state, line.from)}`;
  const opening = marks.at(-1)?.kind === 'task' ? `${next}${MARK}` : MARK;
  dispatch(
    state.update({
      changes: { from: textFrom, to: line.to, insert: `${opening}${next}${next}${MARK}` },
      selection: EditorSelection.cursor(textFrom + opening.length + next.length),
      scrollIntoView: true,
      userEvent: 'input.complete',
    }),
  );
  return true;
};

/** The habit of closing it by hand leads after the mark that is there. */
export const typedFormulas: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  const line = state.doc.lineAt(from);
  if (text !== '$' || from !== to || from !== line.to || state.readOnly || !isPreviewing(state)) return false;
  const isEnd = wordsAt(state, line.number) === '$' && wordsAt(state, line.number + 1) === MARK;
  if (!isEnd || !isOpenAbove(state, line.number)) return false;
  view.dispatch({
    changes: { from: line.from - 1, to: line.to },
    selection: EditorSelection.cursor(state.doc.line(line.number + 1).to - line.length - 1),
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  return true;
});

/** An empty line would have ended it. */
function isOpenAbove(state: EditorState, number: number): boolean {
  for (let above = number - 1; wordsAt(state, above) !== ''; above--)
    if (wordsAt(state, above) === MARK) return true;
  return false;
}
