/**
 * `>` or `#` and a space after the box of a task, and a rule there or right below the title of a callout, begin a block in a line
 * below: where they are typed they would be words, or make words of the title's mark.
 */
import { EditorSelection, type EditorState, type Extension, type Line } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { readCallout } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { prefixAt } from '../lines/block-place.ts';
import { lineMarks } from '../lines/line-marks.ts';

const BEGINS = /^(?:>|#{1,6}) $/;
const RULE = '---';

export const typedInTasks: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (!/^[ -]$/.test(text) || from !== to || state.selection.ranges.length > 1) return false;
  if (state.readOnly || !isPreviewing(state)) return false;
  const line = state.doc.lineAt(from);
  const { marks, textFrom } = lineMarks(state, line);
  const isTask = marks.at(-1)?.kind === 'task';
  const block = isTask ? state.sliceDoc(textFrom, from) + text : RULE;
  const isRule = block === RULE && from === line.to && (isTask || isBelowTitle(state, line));
  if (!isRule && !(isTask && BEGINS.test(block))) return false;
  const prefix = isTask ? prefixAt(state, from) : line.text.slice(0, 1 - RULE.length);
  // Right below a text, a rule would make a heading of it.
  const gap = isRule ? `${state.lineBreak}${prefix.trimEnd()}` : '';
  const insert = `${gap}${state.lineBreak}${prefix}${block}`;
  const start = isTask ? textFrom : line.from - 1;
  view.dispatch({
    changes: { from: start, to: from, insert },
    selection: EditorSelection.cursor(start + insert.length),
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  return true;
});

function isBelowTitle(state: EditorState, line: Line): boolean {
  if (line.number === 1 || !/^[\s>]*--$/.test(line.text)) return false;
  const { text } = state.doc.line(line.number - 1);
  const quote = text.lastIndexOf('>', text.indexOf('[!'));
  return quote !== -1 && readCallout(text.slice(quote)) !== undefined;
}
