/** When the row that has the focus is taken away, as by deleting its page, the one that takes its place has it. */
import type { TreeInstance } from '@headless-tree/core';
import { useEffect, useRef } from 'react';
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
    if (index >= 0 || !hasFocus.current || document.activeElement !== document.body) return;
    const next = items[Math.min(lastIndex.current, items.length - 1)];
    if (!next) return;
    next.setFocused();
    tree.updateDomFocus();
  }, [tree, items, focusedItem]);
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    // React says nothing of a focus that goes with its element.
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
