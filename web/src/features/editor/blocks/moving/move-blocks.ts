/**
 * Moves blocks past others. One transaction that takes away and puts back the shorter of the two, so that what others write
 * in the longer one stays; the blank lines between stay where they were as far as Markdown lets them.
 */
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { TextEdit } from '../../../document/moves/edits/text-changes.ts';
import { finishChange, reindented } from '../finish-change.ts';
import {
  type Block,
  type BlockRange,
  blockAfter,
  blockBefore,
  firstNested,
  isSameLevel,
} from '../read-blocks.ts';
import { withSameBlocks } from '../same-blocks.ts';
import { canFollow, contentIndent, indentOf, newSeparator, separator } from '../separators.ts';

/** The place that blocks go to: above this one, below it and what it has nested, or nested under it as its first. */
export interface Landing {
  readonly block: Block;
  readonly side: 'above' | 'below' | 'inside';
}

/** @returns undefined where they cannot go there, or are there already */
export function moveTo(state: EditorState, moved: BlockRange, landing: Landing): TransactionSpec | undefined {
  const { block, side } = landing;
  if (block.from >= moved.first.from && block.to <= moved.last.to) return undefined;
  if (side === 'inside' || !isSameLevel(block, moved.first)) return relocate(state, moved, landing);
  if (block.from > moved.last.from) {
    const first = blockAfter(state, moved.last);
    const last = side === 'below' ? block : blockBefore(state, block);
    return first && last && last.from >= first.from
      ? exchange(state, moved, { first, last }, moved)
      : undefined;
  }
  const last = blockBefore(state, moved.first);
  const first = side === 'above' ? block : blockAfter(state, block);
  return first && last && first.from <= last.from
    ? exchange(state, { first, last }, moved, moved)
    : undefined;
}

/**
 * Changes the places of two neighbours.
 * @param moved the one of them that the selection goes with
 * @returns undefined where one of them would become part of another block
 */
export function exchange(
  state: EditorState,
  upper: BlockRange,
  lower: BlockRange,
  moved: BlockRange,
): TransactionSpec | undefined {
  const above = blockBefore(state, upper.first);
  const below = blockAfter(state, lower.last);
  if (upper.first.name === 'FrontMatter') return undefined;
  if (above && !canFollow(state, above, lower.first)) return undefined;
  if (!canFollow(state, lower.last, upper.first)) return undefined;
  if (below && !canFollow(state, upper.last, below)) return undefined;
  const between = separator(state, lower.last, upper.first, gap(state, upper.last, lower.first));
  const spaceAbove = above ? space(state, [above, upper.first], above, lower.first) : [];
  const spaceBelow = below ? space(state, [lower.last, below], upper.last, below) : [];
  const start = upper.first.from + grown(spaceAbove);
  const lowerLength = lower.last.to - lower.first.from;
  const isUp = moved.first.from === lower.first.from;
  const step = finishChange(state, {
    changes: [...spaceAbove, ...swap(state, upper, lower, between), ...spaceBelow],
    followed: moved,
    goesTo: isUp ? start : start + lowerLength + between.length,
    blocks: [upper.first, lower.first],
    places: [start, start + lowerLength + between.length],
    userEvent: 'move.block',
  });
  return withSameBlocks(state, step);
}

function swap(state: EditorState, upper: BlockRange, lower: BlockRange, between: string): TextEdit[] {
  const [from, to, start, end] = [upper.first.from, upper.last.to, lower.first.from, lower.last.to];
  return to - from <= end - start
    ? [
        { from, to: start, insert: '' },
        { from: end, to: end, insert: between + state.sliceDoc(from, to) },
      ]
    : [
        { from, to: from, insert: state.sliceDoc(start, end) + between },
        { from: to, to: end, insert: '' },
      ];
}

/** The changes between two neighbours, in whose places these come. */
function space(
  state: EditorState,
  [above, below]: [Block, Block],
  newAbove: Block,
  newBelow: Block,
): TextEdit[] {
  const current = gap(state, above, below);
  const insert = separator(state, newAbove, newBelow, current);
  return insert === current ? [] : [{ from: above.to, to: below.from, insert }];
}

function grown(spaces: readonly TextEdit[]): number {
  return spaces.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
}

function gap(state: EditorState, above: Block, below: Block): string {
  return state.sliceDoc(above.to, below.from);
}

/** To another level: the block goes from one list into another, or out of it. */
function relocate(state: EditorState, moved: BlockRange, landing: Landing): TransactionSpec | undefined {
  const place = placeOf(state, landing);
  const isItem = moved.first.name === 'ListItem';
  // Only items are nested, and only in items.
  if (!isItem && (landing.side === 'inside' || place.indent > 0)) return undefined;
  if (landing.side === 'inside' && landing.block.name !== 'ListItem') return undefined;
  const indentedBy = place.indent - indentOf(state, moved.first);
  const text = reindented(state.sliceDoc(moved.first.from, moved.last.to), indentedBy);
  const { above, below, at } = place;
  if (below?.from === moved.first.from) return undefined;
  const isNested = landing.side === 'inside';
  const before = isNested && above ? state.lineBreak : above ? newSeparator(state, above, moved.first) : '';
  const after = below ? newSeparator(state, moved.last, below) : '';
  const insertion =
    above && below
      ? { from: above.to, to: below.from, insert: before + text + after }
      : { from: at, to: at, insert: before + text + after };
  const removal = removalOf(state, moved);
  const isDown = removal.from < insertion.from;
  const goesTo = insertion.from + before.length + (isDown ? grown([removal]) : 0);
  const step = finishChange(state, {
    changes: joined(insertion, removal),
    followed: moved,
    goesTo,
    indentedBy,
    blocks: [moved.first, landing.block],
    places: [goesTo, removal.from + (isDown ? 0 : grown([insertion]))],
    userEvent: 'move.block',
  });
  return withSameBlocks(state, step);
}

function joined(one: TextEdit, other: TextEdit): TextEdit[] {
  const [first, second] = one.from <= other.from ? [one, other] : [other, one];
  // The lines between the two belong to both.
  return second.from < first.to ? [{ ...first, to: second.from }, second] : [first, second];
}

interface Place {
  readonly above: Block | undefined;
  readonly below: Block | undefined;
  readonly at: number;
  readonly indent: number;
}

function placeOf(state: EditorState, { block, side }: Landing): Place {
  if (side === 'inside') {
    const below = firstNested(state, block);
    const indent = below ? indentOf(state, below) : contentIndent(state, block);
    const line = state.doc.lineAt(block.to);
    return below
      ? { above: undefined, below, at: below.from, indent }
      : { above: { ...block, from: line.from }, below: undefined, at: block.to, indent };
  }
  const indent = block.name === 'ListItem' ? indentOf(state, block) : 0;
  if (side === 'above') return { above: blockBefore(state, block), below: block, at: block.from, indent };
  return { above: block, below: blockAfter(state, block), at: block.to, indent };
}

/** Takes blocks away with the space on one side, and sets right what is left. */
export function removalOf(state: EditorState, { first, last }: BlockRange): TextEdit {
  const above = blockBefore(state, first);
  const below = blockAfter(state, last);
  if (above && below) {
    const spaces = [gap(state, above, first), gap(state, last, below)];
    const current = (spaces[0] ?? '').length >= (spaces[1] ?? '').length ? spaces[0] : spaces[1];
    return { from: above.to, to: below.from, insert: separator(state, above, below, current ?? '') };
  }
  if (below) return { from: first.from, to: below.from, insert: '' };
  if (first.from === 0) return { from: 0, to: last.to, insert: '' };
  let line = state.doc.lineAt(first.from - 1);
  while (line.text.trim() === '' && line.number > 1) line = state.doc.line(line.number - 1);
  return { from: line.to, to: last.to, insert: '' };
}
