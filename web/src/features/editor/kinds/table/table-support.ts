/** For the tests of tables: a page as text, with `^` where the caret is. */
import type { EditorState, StateCommand } from '@codemirror/state';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { caretInCell } from './writing/caret-in-cell.ts';
import { guardCells } from './writing/guard-cells.ts';

export function pageOf(marked: string): EditorState {
  const at = marked.indexOf('^');
  const doc = marked.replace('^', '');
  return parsedState({
    doc,
    selection: { anchor: at === -1 ? doc.length : at },
    extensions: [pageLanguage, guardCells, caretInCell],
  });
}

export function marked(state: EditorState): string {
  const text = state.doc.toString();
  const { head } = state.selection.main;
  return `${text.slice(0, head)}^${text.slice(head)}`;
}

/** @returns the state after the command, and in how many steps it came */
export function ran(state: EditorState, command: StateCommand): { after: EditorState; steps: number } {
  let after = state;
  let steps = 0;
  command({
    state,
    dispatch: (step) => {
      after = step.state;
      steps++;
    },
  });
  return { after, steps };
}

export function typed(state: EditorState, text: string, userEvent = 'input.type'): EditorState {
  return state.update({ ...state.replaceSelection(text), userEvent }).state;
}

export function deleted(state: EditorState, from: number, to: number): EditorState {
  return state.update({ changes: { from, to }, userEvent: 'delete' }).state;
}
