/**
 * `>` and a space after the box of a task begin a quote, or a callout, in a line below it: right after the box they are
 * words.
 */
import { EditorSelection, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isPreviewing } from '../view/reveal.ts';
import { prefixAt } from './block-place.ts';
import { lineMarks } from './line-marks.ts';

export const typedInTasks: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (text !== ' ' || from !== to || state.selection.ranges.length > 1) return false;
  if (state.sliceDoc(from - 1, from) !== '>' || state.readOnly || !isPreviewing(state)) return false;
  const { marks, textFrom } = lineMarks(state, state.doc.lineAt(from));
  if (textFrom !== from - 1 || marks.at(-1)?.kind !== 'task') return false;
  const insert = `${state.lineBreak}${prefixAt(state, from)}> `;
  view.dispatch({
    changes: { from: textFrom, to: from, insert },
    selection: EditorSelection.cursor(textFrom + insert.length),
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  return true;
});
