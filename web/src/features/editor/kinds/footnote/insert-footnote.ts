/** Inserts a footnote's number, and the place of its text. */
import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';

const FOOTNOTE = /\[\^(\d{1,9})\]/g;
const DEFINITION = /^\[\^[^\]\s]+\]:/;

/** The next number at the caret, and at the page's end the place where it is written what it says. */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const at = state.selection.main.to;
  const text = state.doc.toString();
  const number = Math.max(0, ...[...text.matchAll(FOOTNOTE)].map(([, found]) => Number(found))) + 1;
  const reference = `[^${number}]`;
  const { from, before } = endOfPage(state);
  const definition = `${before}${reference}: `;
  const changes = state.changes([
    { from: at, insert: reference },
    { from, to: state.doc.length, insert: definition },
  ]);
  dispatch(
    state.update({
      changes,
      selection: EditorSelection.cursor(from + reference.length + definition.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
};

/** After the last word of the page; footnotes stand together, anything else has an empty line between. */
function endOfPage(state: EditorState): { readonly from: number; readonly before: string } {
  let last = state.doc.line(state.doc.lines);
  while (last.text.trim() === '' && last.number > 1) last = state.doc.line(last.number - 1);
  // The reference may stand at the very end.
  const from = Math.max(last.to, state.selection.main.to);
  return { from, before: DEFINITION.test(last.text) && from === last.to ? '\n' : '\n\n' };
}
