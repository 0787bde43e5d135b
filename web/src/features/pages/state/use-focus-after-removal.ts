/** When the row that has the focus is taken away, as by deleting its page, the one that takes its place has it. */
import type { TreeInstance } from '@headless-tree/core';
import { type FocusEvent, useEffect, useRef } from 'react';
import { rowIndexOf } from './use-headless-tree.ts';

/** @returns the listeners for the element that is the tree */
export function useFocusAfterRemoval(tree: TreeInstance<string>) {
  const hasFocus = useRef(false);
  const lastIndex = useRef(0);
  const items = tree.getItems();
  const { focusedItem } = tree.getState();
  useEffect(() => {
    const index = focusedItem ? rowIndexOf(tree, focusedItem) : -1;
    if (index >= 0) lastIndex.current = index;
    // What goes with its element leaves the focus to nobody.
    if (index >= 0 || !hasFocus.current || document.activeElement !== document.body) return;
    items[Math.min(lastIndex.current, items.length - 1)]?.setFocused();
    tree.updateDomFocus();
  }, [tree, items, focusedItem]);
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) hasFocus.current = false;
    },
  };
}
