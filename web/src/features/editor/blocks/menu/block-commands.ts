/** Duplicates and deletes the selected blocks. */
import type { EditorState, StateCommand } from '@codemirror/state';
import type { TextEdit } from '../../../document/moves/edits/text-changes.ts';
import { finishChange } from '../finish-change.ts';
import { removalOf } from '../moving/move-blocks.ts';
import { type Block, blockAfter, blockBefore, selectedBlocks } from '../read-blocks.ts';
import { areCounted, lowestNumber } from '../renumber.ts';
import { newSeparator } from '../separators.ts';

/** A copy below, which the selection goes to. */
export const duplicateBlocks: StateCommand = ({ state, dispatch }) => {
  const selected = selectedBlocks(state);
  if (state.readOnly || !selected || selected.first.name === 'FrontMatter') return false;
  const { first, last } = selected;
  const between = newSeparator(state, last, first);
  const insert = between + state.sliceDoc(first.from, last.to);
  const goesTo = last.to + between.length;
  dispatch(
    state.update(
      finishChange(state, {
        changes: [{ from: last.to, to: last.to, insert }],
        followed: selected,
        goesTo,
        blocks: [first],
        places: [goesTo],
        userEvent: 'input.block',
      }),
    ),
  );
  return true;
};

export const deleteBlocks: StateCommand = ({ state, dispatch }) => {
  const selected = selectedBlocks(state);
  if (state.readOnly || !selected) return false;
  const { first, last } = selected;
  const removal = removalOf(state, selected);
  const next = blockAfter(state, last);
  const goesTo = next ? removal.from + removal.insert.length : removal.from;
  const lists = [blockBefore(state, first), first, next].flatMap((block) => block ?? []);
  const lowest = next && isSameList(first, next) ? lowestNumber(state, first) : undefined;
  dispatch(
    state.update(
      finishChange(state, {
        changes: [removal, ...(next && lowest !== undefined ? numberAs(state, next, lowest) : [])],
        // The caret goes to the beginning of what follows.
        followed: { first: { ...first, to: first.from }, last: { ...first, to: first.from } },
        goesTo,
        blocks: lists,
        places: [goesTo],
        lowest,
        // Not "delete": in a table that empties cells.
        userEvent: 'remove.block',
      }),
    ),
  );
  return true;
};

/** Right below a text, another number than 1 would be one of its words. */
function numberAs(state: EditorState, item: Block, number: number): TextEdit[] {
  const mark = item.node.getChild('ListMark');
  if (!mark || !areCounted(state, [item])) return [];
  // Behind the digits is a sign.
  return [{ from: mark.from, to: mark.to - 1, insert: String(number) }];
}

function isSameList({ node }: Block, other: Block): boolean {
  return node.name === 'ListItem' && node.parent?.from === other.node.parent?.from;
}
