/** Alt and an arrow: the selected blocks, or a heading with all that is below it, go past their neighbour. */
import {
  Annotation,
  type ChangeSet,
  type EditorSelection,
  type EditorState,
  type StateCommand,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import {
  type BlockRange,
  blockAfter,
  blockBefore,
  parentOf,
  selectedBlocks,
  toBlock,
} from '../read-blocks.ts';
import { findSection, sectionAbove, sectionBelow } from '../sections.ts';
import { exchange, moveTo } from './move-blocks.ts';

type Direction = 'up' | 'down';

interface Move {
  readonly direction: Direction;
  readonly isSection: boolean;
  /** The step that takes it back. */
  readonly inverse: ChangeSet;
  readonly selection: EditorSelection;
  /** The place where the selection is afterwards. */
  readonly head: number;
}

const moving = Annotation.define<readonly Move[]>();

/**
 * The moves since the last other edit. The way back is their inverse: blank lines that Markdown asked for on the way there
 * are gone again.
 */
export const moves = StateField.define<readonly Move[]>({
  create: () => [],
  update: (value, transaction) =>
    transaction.annotation(moving) ?? (transaction.docChanged && value.length > 0 ? [] : value),
});

export const moveBlocksUp: StateCommand = (target) => run(target, 'up', false);
export const moveBlocksDown: StateCommand = (target) => run(target, 'down', false);
export const moveSectionUp: StateCommand = (target) => run(target, 'up', true);
export const moveSectionDown: StateCommand = (target) => run(target, 'down', true);

/** @returns whether there are blocks to move, also when they cannot go further */
function run(
  { state, dispatch }: Parameters<StateCommand>[0],
  direction: Direction,
  isSection: boolean,
): boolean {
  if (state.readOnly) return false;
  const selected = isSection ? findSection(state, state.selection.main.head) : selectedBlocks(state);
  if (!selected) return false;
  const before = state.field(moves, false) ?? [];
  const last = before.at(-1);
  if (last && last.direction !== direction && isThere(state, last, isSection)) {
    dispatch(
      state.update({
        changes: last.inverse,
        selection: last.selection,
        scrollIntoView: true,
        userEvent: 'move.block',
        annotations: moving.of(before.slice(0, -1)),
      }),
    );
    return true;
  }
  const spec = isSection ? passSection(state, selected, direction) : passBlock(state, selected, direction);
  if (!spec) return true;
  const step = state.update(spec);
  const move: Move = {
    direction,
    isSection,
    inverse: step.changes.invert(state.doc),
    selection: state.selection,
    head: step.newSelection.main.head,
  };
  dispatch(state.update(spec, { annotations: moving.of([...before, move]) }));
  return true;
}

function isThere(state: EditorState, move: Move, isSection: boolean): boolean {
  return move.isSection === isSection && move.head === state.selection.main.head;
}

function passBlock(state: EditorState, moved: BlockRange, direction: Direction): TransactionSpec | undefined {
  const isUp = direction === 'up';
  const next = isUp ? blockBefore(state, moved.first) : blockAfter(state, moved.last);
  if (next) return moveTo(state, moved, { block: next, side: isUp ? 'above' : 'below' });
  const parent = parentOf(moved.first);
  // At the end of what is nested: out of it.
  return parent && moveTo(state, moved, { block: toBlock(state, parent), side: isUp ? 'above' : 'below' });
}

function passSection(
  state: EditorState,
  section: BlockRange,
  direction: Direction,
): TransactionSpec | undefined {
  if (direction === 'up') {
    const upper = sectionAbove(state, section);
    return upper && exchange(state, upper, section, section);
  }
  const lower = sectionBelow(state, section);
  return lower && exchange(state, section, lower, section);
}
