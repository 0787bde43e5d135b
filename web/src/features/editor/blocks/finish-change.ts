/** Completes what a command on blocks changes: numbers count on, and the selection stays in the text it was in. */
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import type { TextEdit } from '../../document/moves/edits/text-changes.ts';
import type { Block, BlockRange } from './read-blocks.ts';
import { areCounted, renumbered } from './renumber.ts';

export interface BlockChange {
  readonly changes: readonly TextEdit[];
  /** The blocks that the selection is in. */
  readonly followed: BlockRange;
  /** The place where they begin afterwards. */
  readonly goesTo: number;
  /** An item of each list that takes part. */
  readonly blocks: readonly Block[];
  /** The place where these lists are afterwards. */
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
    const inText = offsetIn(state.sliceDoc(followed.first.from, followed.last.to), offset, indentedBy);
    return numbers.mapPos(Math.min(goesTo + inText, next.doc.length), 1);
  };
  const { anchor, head } = state.selection.main;
  return {
    changes: moved.compose(numbers),
    selection: EditorSelection.range(place(anchor), place(head)),
    scrollIntoView: true,
    userEvent,
  };
}

/** Indents the lines of a block further, or less; blank ones stay, and none loses more than its spaces. */
export function reindented(text: string, by: number): string {
  if (by === 0) return text;
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      return by > 0 ? ' '.repeat(by) + line : line.replace(new RegExp(`^ {0,${-by}}`), '');
    })
    .join('\n');
}

/** @returns where this place of a text is once the text is indented otherwise */
function offsetIn(text: string, offset: number, indentedBy: number): number {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const [line = ''] = text.slice(lineStart).split('\n', 1);
  const grown = reindented(line, indentedBy).length - line.length;
  return reindented(text.slice(0, lineStart), indentedBy).length + Math.max(offset - lineStart + grown, 0);
}
