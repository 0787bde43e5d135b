/** A cell goes the way of its own first strong letter; without one, the way of its row. */
import type { EditorState } from '@codemirror/state';
import { Direction } from '@codemirror/view';
import { directionOfLines } from '../../../../../markdown/src/text/direction.ts';
import type { Cell } from './table-at.ts';

export function directionOfCell(state: EditorState, { start, end }: Pick<Cell, 'start' | 'end'>): Direction {
  return directionOfLines(state.sliceDoc(start, end)) === 'rtl' ? Direction.RTL : Direction.LTR;
}
