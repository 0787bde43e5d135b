/** Lines that are the marks of code or of a formula. */
import type { SyntaxNode } from '@lezer/common';
import type { LineMarks } from './line-marks.ts';

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
