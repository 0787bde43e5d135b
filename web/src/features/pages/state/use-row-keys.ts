/** The keys of the tree's rows that the library has not: moving a page with Alt+Shift and an arrow, and deleting it. */
import type { TreeInstance } from '@headless-tree/core';
import type { KeyboardEvent } from 'react';
import type { PageForest } from '../tree/page-forest.ts';
import { type Direction, type Place, placeTowards } from '../tree/places.ts';
import { expandRows } from './use-headless-tree.ts';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

interface RowKeys {
  readonly tree: TreeInstance<string>;
  /** Keys may follow each other faster than rows are drawn. */
  readonly latestForest: () => PageForest;
  readonly canMove: boolean;
  readonly onMove: (pageId: string, place: Place) => void;
  readonly onDelete: (pageId: string) => void;
}

/** @returns the listener for keys pressed on the tree */
export function useRowKeys({ tree, latestForest, canMove, onMove, onDelete }: RowKeys) {
  return (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'treeitem') return;
    const pageId = tree.getFocusedItem().getId();
    if (event.key === 'Delete') return onDelete(pageId);
    const direction = DIRECTIONS[event.key];
    if (!direction || !event.altKey || !event.shiftKey) return;
    // Else the browser would go back a page.
    event.preventDefault();
    const place = canMove ? placeTowards(latestForest(), pageId, direction) : undefined;
    if (!place) return;
    if (place.parentId !== null) expandRows(tree, [place.parentId]);
    onMove(pageId, place);
    tree.updateDomFocus();
  };
}
