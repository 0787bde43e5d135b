/** Out of a code block by the keyboard: Mod+Enter from anywhere in it, Down from its last line, Enter on a third empty one. */
import type { StateCommand } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { stepBelow } from '../../../blocks/step-below.ts';
import { codeBlockAt, codeStart, isInCode } from '../../../markdown/code-block-at.ts';

/** To a line of its own below the block, which is made where there is none. */
export const leaveCode: StateCommand = ({ state, dispatch }) => {
  const block = codeBlockAt(state, state.selection.main.head);
  if (!block || state.readOnly) return false;
  dispatch(state.update(stepBelow(state, block)));
  return true;
};

/** If nothing stands below the block, Down makes a line there. */
export const goBelowCode: Command = (view) => {
  const { state } = view;
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1 || state.readOnly) return false;
  const block = codeBlockAt(state, main.head);
  if (!block || !isInCode(state, block, main.head)) return false;
  const line = state.doc.lineAt(main.head);
  if (line.number !== block.last || state.doc.lineAt(block.to).number < state.doc.lines) return false;
  // A long line that wraps has rows of its own.
  const below = view.moveVertically(main, true).head;
  if (below <= line.to && view.coordsAtPos(below)?.top !== view.coordsAtPos(main.head)?.top) return false;
  return leaveCode(view);
};

/** A phone has neither of these keys: an Enter after two empty lines at the end leaves the block. */
export const leaveByEnter: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const block = codeBlockAt(state, main.head);
  if (!block || !main.empty || ranges.length > 1 || state.readOnly) return false;
  const line = state.doc.lineAt(main.head);
  if (line.number !== block.last || block.last - block.first < 2) return false;
  const above = state.doc.line(line.number - 1);
  if (codeStart(block, line) < line.to || codeStart(block, above) < above.to) return false;
  dispatch(state.update(stepBelow(state, block, { from: above.from - 1, to: line.to })));
  return true;
};
