/** Lines that are the marks of code or of a formula. */
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { hasNoWords } from '../../markdown/block-groups.ts';
import { prefixAt } from '../lines/block-place.ts';
import { begins, isSameBlock, isTakenIn } from '../lines/line-kinds.ts';
import type { LineMarks } from '../lines/line-marks.ts';
import type { Piece } from './after-change.ts';

/** Only for a block that has its end. */
export function isInFence({ block, line }: LineMarks, from: number, to: number): boolean {
  const fences = fencesOf(block);
  const isHere = fences.some((fence) => fence.from >= line.from && fence.from < to && fence.to > from);
  return fences.length > 1 && isHere;
}

function fencesOf(block: SyntaxNode): readonly SyntaxNode[] {
  const marks = { FencedCode: 'CodeMark', FormulaBlock: 'FormulaMark' }[block.name];
  return marks === undefined ? [] : block.getChildren(marks);
}

export function isOnFence(read: LineMarks): boolean {
  return isInFence(read, read.line.from, read.line.to);
}

export function isEndOfFenced({ block, line }: LineMarks): boolean {
  const [, end] = fencesOf(block);
  return end !== undefined && end.from >= line.from && end.to <= line.to;
}

/** Whether what is in it goes on below the line. */
export function beginsFence(read: LineMarks): boolean {
  return isOnFence(read) && !isEndOfFenced(read) && read.block.to > read.line.to;
}

/** The end of code goes with what is before it, and its beginning stays with the rest; a part of a rule would be words. */
export function withoutHalfFence(to: number, above: LineMarks, below: LineMarks): number {
  // A further line comes without what holds it in an item or a quote.
  if (isSameBlock(above, below)) return fencesOf(above.block).length > 0 ? Math.max(to, below.textFrom) : to;
  const isBeforeEnd = to === below.textFrom && isOnFence(below) && isEndOfFenced(below);
  if (to <= below.textFrom && !isBeforeEnd) return to;
  if (below.block.name === 'HorizontalRule') return below.line.to;
  if (!isOnFence(below)) return to;
  return isEndOfFenced(below) ? below.line.to : below.textFrom;
}

/** @returns the block that both lines are in: an empty line of code has none of its own */
export function wholeOf(above: LineMarks, below: LineMarks): SyntaxNode | undefined {
  const isBelow = isEndOfFenced(below) && below.block.from < above.line.from;
  if (isSameBlock(above, below) || isBelow) return below.block;
  const isFenced = fencesOf(above.block).length > 0 && !isEndOfFenced(above);
  const isAbove = isFenced && below.line.to < above.block.to;
  return isAbove ? above.block : undefined;
}

/** Words behind the end of code or a formula have a line of their own, also above what has no words. */
export function writtenBehind(state: EditorState, above: LineMarks, piece: Piece, below: LineMarks): Piece {
  const prefix = prefixAt(state, above.line.from);
  const insert = `\n${prefix}${piece.insert}`;
  if (piece.to > below.textFrom || !begins(below, hasNoWords)) return { ...piece, insert };
  const gap = isTakenIn(above, below) ? `\n${prefix.trimEnd()}` : '';
  return { ...piece, to: below.line.from - 1, insert: insert + gap, behind: gap.length };
}
