/** Words in place of what is selected, in one step of undo. */
import { EditorSelection, type StateCommand } from '@codemirror/state';

/**
 * @param caret where it goes, counted in the words
 * @param selectedLength how many letters from there on are selected
 * @returns whether the page may be written
 */
export function insertText(
  { state, dispatch }: Parameters<StateCommand>[0],
  insert: string,
  caret: number,
  selectedLength = 0,
): boolean {
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const start = from + caret;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: EditorSelection.range(start, start + selectedLength),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
}
