/** Tells those who do not see the tree where a page is being moved, and where it has come to stand. */
import { AssistiveDndState, isOrderedDragTarget, type TreeInstance } from '@headless-tree/core';
import type { PageForest } from '../../tree/page-forest.ts';
import { describePlace } from '../../tree/places.ts';

interface TreeAnnouncerProps {
  readonly tree: TreeInstance<string>;
  readonly forest: PageForest;
  readonly movedPageId: string | undefined;
}

export function TreeAnnouncer({ tree, forest, movedPageId }: TreeAnnouncerProps) {
  const { assistiveDndState, dnd } = tree.getState();
  const isDragging =
    dnd &&
    (assistiveDndState === AssistiveDndState.Started || assistiveDndState === AssistiveDndState.Dragging);
  const moved = movedPageId === undefined ? '' : describePlace(forest, movedPageId);
  return (
    <p role="status" className="sr-only">
      {isDragging ? describeDrag(tree, forest) : moved}
    </p>
  );
}

function describeDrag(tree: TreeInstance<string>, forest: PageForest): string {
  const { assistiveDndState, dnd } = tree.getState();
  const name = dnd?.draggedItems?.[0]?.getItemName() ?? '';
  const target = tree.getDragTarget();
  const into = (target && forest.pages.get(target.item.getId())?.name) ?? 'the top level';
  const place =
    target && isOrderedDragTarget(target) && 'insertionIndex' in target
      ? `place ${target.insertionIndex + 1} in ${into}`
      : `into ${into}`;
  if (assistiveDndState === AssistiveDndState.Dragging) return `${name}: ${place}`;
  return `Moving ${name}: ${place}. Choose the place with the up and down arrows. Enter moves the page there, Escape cancels.`;
}
