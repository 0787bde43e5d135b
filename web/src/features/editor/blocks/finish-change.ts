/** Completes what a command on blocks changes: numbers count on, and the selection stays in the text it was in. */
import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import type { Block, BlockRange } from './read-blocks.ts';
import { areCounted, renumbered } from './renumber.ts';

export interface BlockChange {
  readonly changes: ChangeSpec;
  /** The blocks that the selection is in. */
  readonly followed: BlockRange;
  /** Where they begin afterwards. */
  readonly goesTo: number;
  /** One of each list that takes part. */
  readonly blocks: readonly Block[];
  /** Where these lists are afterwards. */
  readonly places: readonly number[];
  /** How much further each of their lines is indented then. */
  readonly indentedBy?: number;
  /** The lowest number of a list whose first item goes. */
  readonly lowest?: number | undefined;
  readonly userEvent: string;
}

export function finishChange(state: EditorState, change: BlockChange): TransactionSpec {
  const { followed, goesTo, blocks, places, indentedBy = 0, lowest, userEvent } = change;
  const moved = state.changes(change.changes);
  const next = state.update({ changes: moved }).state;
  const numbers = next.changes(areCounted(state, blocks) ? renumbered(next, places, lowest) : []);
  const length = followed.last.to - followed.first.from;
  const place = (position: number) => {
    const offset = Math.min(Math.max(position - followed.first.from, 0), length);
    const before = state.sliceDoc(followed.first.from, followed.first.from + offset);
    const indented = before.split('\n').length * indentedBy;
    return numbers.mapPos(Math.min(goesTo + Math.max(offset + indented, 0), next.doc.length), 1);
  };
  const { anchor, head } = state.selection.main;
  return {
    changes: moved.compose(numbers),
    selection: EditorSelection.range(place(anchor), place(head)),
    scrollIntoView: true,
    userEvent,
  };
}
