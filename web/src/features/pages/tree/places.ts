/** The place of a page that is moved among the others: by a drop, or by a key. */
import type { PageForest, TreePage } from './page-forest.ts';

export interface Place {
  /** Null is the root. */
  readonly parentId: string | null;
  readonly orderIndex: number;
}

export type Direction = 'up' | 'down' | 'in' | 'out';

/** @param index among the pages there, the moved one left out; undefined is the end */
export function placeAt(
  forest: PageForest,
  pageId: string,
  parentId: string | null,
  index?: number,
): Place | undefined {
  const siblings = forest.childrenOf(parentId);
  const others = siblings.filter(({ id }) => id !== pageId);
  const at = index ?? others.length;
  const isThere = forest.parentOf(pageId) === parentId && siblings[at]?.id === pageId;
  return isThere ? undefined : { parentId, orderIndex: between(others[at - 1], others[at]) };
}

/** @returns the place one step away; undefined at the edge */
export function placeTowards(forest: PageForest, pageId: string, direction: Direction): Place | undefined {
  const parentId = forest.parentOf(pageId);
  const siblings = forest.childrenOf(parentId);
  const index = siblings.findIndex(({ id }) => id === pageId);
  if (index < 0) return undefined;
  if (direction === 'up') return index > 0 ? placeAt(forest, pageId, parentId, index - 1) : undefined;
  if (direction === 'down')
    return index < siblings.length - 1 ? placeAt(forest, pageId, parentId, index + 1) : undefined;
  if (direction === 'in') {
    const above = siblings[index - 1];
    return above && placeAt(forest, pageId, above.id);
  }
  if (parentId === null) return undefined;
  const grandparentId = forest.parentOf(parentId);
  const behind = forest.childrenOf(grandparentId).findIndex(({ id }) => id === parentId) + 1;
  return placeAt(forest, pageId, grandparentId, behind);
}

/** The middle, as the server keeps room for: it numbers siblings again before the room runs out. */
function between(before: TreePage | undefined, after: TreePage | undefined): number {
  if (before && after) return (before.order_index + after.order_index) / 2;
  if (before) return before.order_index + 1;
  return after ? after.order_index - 1 : 1;
}

/** Says a page's place in words, for those who do not see it move. */
export function describePlace(forest: PageForest, pageId: string): string {
  const page = forest.pages.get(pageId);
  if (!page) return '';
  const parentId = forest.parentOf(pageId);
  const siblings = forest.childrenOf(parentId);
  const position = siblings.findIndex(({ id }) => id === pageId) + 1;
  const parent = parentId === null ? undefined : forest.pages.get(parentId);
  const where = parent ? `under ${parent.name}` : 'at the top level';
  return `${page.name}: ${position} of ${siblings.length} ${where}`;
}
