/** Backspace at the beginning of a block: the command for lift-block.ts, bound in writing-aids/writing-keys.ts. */
import type { Command } from '@codemirror/view';
import { isPreviewing } from '../../view/reveal.ts';
import { knowsMarks } from '../knows-marks.ts';
import { lineMarks } from '../lines/line-marks.ts';
import { isWhole } from './keep-out-of-marks.ts';
import { liftedBlock } from './lift-block.ts';

export const liftBlock: Command = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1 || state.readOnly || !isPreviewing(state)) return false;
  if (!isWhole(state, lineMarks(state, state.doc.lineAt(main.head)))) return false;
  const lifted = liftedBlock(state, main.head);
  if (lifted) dispatch(state.update({ ...lifted, annotations: knowsMarks.of(true) }));
  return lifted !== undefined;
};
