/** Makes a formula of what is selected. */
import type { StateCommand } from '@codemirror/state';
import { insertBlock } from '../../blocks/insert-block.ts';
import { insertText } from '../../blocks/insert-text.ts';
import { lineMarks } from '../../blocks/lines/line-marks.ts';
import { isInTitle } from '../../view/toggle-state.ts';

const EXAMPLE = 'a^2 + b^2 = c^2';

/** The selection, or a short formula in a line with other words, is a formula within the text; else it is a block. */
export const insertFormula: StateCommand = (target) => {
  const { state } = target;
  const { main } = state.selection;
  const selected = state.sliceDoc(main.from, main.to);
  const line = state.doc.lineAt(main.head);
  const words = state.sliceDoc(lineMarks(state, line).textFrom, line.to);
  // The title of a toggle has none.
  const isInText =
    !isInTitle(state, main.head) && (selected === '' ? words.trim() !== '' : !selected.includes('\n'));
  const tex = selected.trim() || (isInText ? 'x' : EXAMPLE);
  if (!isInText)
    return insertBlock(target, () => ({ text: `$$\n${tex}\n$$`, caret: 3, selectedLength: tex.length }));
  return insertText(target, `$${tex}$`, 1, tex.length);
};
