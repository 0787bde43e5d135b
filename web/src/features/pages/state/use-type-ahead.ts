/** Lets a person type on the tree to go to the row that begins so. A blank that begins nothing opens the row. */
import type { TreeInstance } from '@headless-tree/core';
import { type KeyboardEvent, useState } from 'react';
import { focusRowAt } from '../../../lib/focus/tree-rows.ts';
import { createTypeAhead } from './type-ahead.ts';

/** @returns the listener for keys pressed on the tree */
export function useTypeAhead(tree: TreeInstance<string>): (event: KeyboardEvent) => void {
  const [typeAhead] = useState(createTypeAhead);
  return (event) => {
    if (!isTyping(event)) return;
    if (event.key === ' ') {
      // Not to scroll.
      event.preventDefault();
      if (!typeAhead.isGoingOn(event.timeStamp)) return tree.getFocusedItem().primaryAction();
    }
    const items = tree.getItems();
    const names = items.map((item) => item.getItemName());
    const from = tree.getFocusedItem().getItemMeta().index;
    const index = typeAhead.type(event.key, names, from, event.timeStamp);
    if (index === undefined) return;
    focusRowAt(tree, index);
  };
}

/** A character, on a row itself, that is not a shortcut. */
function isTyping({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isOnRow = target instanceof HTMLElement && target.role === 'treeitem';
  return isOnRow && [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}
