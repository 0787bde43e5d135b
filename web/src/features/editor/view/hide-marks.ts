/** Hides the marks that stand inside of a node. */
import type { SyntaxNodeRef } from '@lezer/common';
import { type Decorations, HIDDEN } from './decorations.ts';

/** @param name the parser's name of the marks */
export function hideMarks(node: SyntaxNodeRef, name: string, out: Decorations): void {
  for (const { from, to } of node.node.getChildren(name)) out.push(HIDDEN.range(from, to));
}
