/** Goes through a page's tree once for all who look for something in it. */
import type { SyntaxNodeRef, Tree } from '@lezer/common';
import type { Budget } from './budget.ts';
import type { Sliced } from './sliced.ts';

export interface Visitor {
  /** @param depth of the page's own blocks is 1 @returns false where nothing in the node is of interest */
  enter(node: SyntaxNodeRef, depth: number): boolean;
  /** Called for the nodes into which it has looked. */
  leave?(node: SyntaxNodeRef): void;
}

/** How many nodes are looked at without a pause. */
const NODES = 256;
const EVERYWHERE = Number.POSITIVE_INFINITY;

/** @throws {TakesTooLong} */
export function* walk(tree: Tree, visitors: readonly Visitor[], budget: Budget): Sliced<void> {
  if (visitors.length === 0) return;
  // How deep each of them looks at present.
  const depths = visitors.map(() => EVERYWHERE);
  const cursor = tree.cursor();
  let depth = 0;
  let count = 0;
  for (;;) {
    if (++count % NODES === 0) yield;
    budget.step();
    if (enter(visitors, depths, cursor, depth) && cursor.firstChild()) {
      depth++;
      continue;
    }
    for (;;) {
      leave(visitors, depths, cursor, depth);
      if (cursor.nextSibling()) break;
      if (!cursor.parent()) return;
      depth--;
    }
  }
}

/** @returns whether any of them looks into the node */
function enter(visitors: readonly Visitor[], depths: number[], node: SyntaxNodeRef, depth: number): boolean {
  let isWanted = false;
  for (const [index, visitor] of visitors.entries()) {
    if (depth > (depths[index] ?? 0)) continue;
    if (visitor.enter(node, depth)) isWanted = true;
    else depths[index] = depth;
  }
  return isWanted;
}

function leave(visitors: readonly Visitor[], depths: number[], node: SyntaxNodeRef, depth: number): void {
  for (const [index, visitor] of visitors.entries()) {
    const deepest = depths[index] ?? 0;
    if (depth < deepest) visitor.leave?.(node);
    else if (depth === deepest) depths[index] = EVERYWHERE;
  }
}
