/** The rows of a tree: one of them is where Tab leads, and has the keys. */
import type { FeatureImplementation, TreeInstance } from '@headless-tree/core';
import { useEffect, useRef } from 'react';

// A row out of view is drawn with one of the next frames.
const MOST_FRAMES = 30;

/**
 * Gives the focused row the browser's focus at once. The library takes a moment and then focuses the row of that time:
 * while an arrow key is held, that takes the tree back to a row it has left already.
 */
export const focusAtOnce: FeatureImplementation<string> = {
  key: 'focus-at-once',
  treeInstance: {
    updateDomFocus: ({ tree }) => {
      // By now React has taken what the key changed, and the next key is not there yet.
      queueMicrotask(() => {
        focusDrawnRow(tree);
        // A row that changes its place in the document loses the focus.
        requestAnimationFrame(() => focusWhenDrawn(tree, MOST_FRAMES));
      });
    },
  },
};

function focusWhenDrawn(tree: TreeInstance<string>, frames: number): void {
  if (focusDrawnRow(tree) || frames === 0) return;
  requestAnimationFrame(() => focusWhenDrawn(tree, frames - 1));
}

/** @returns whether the row is drawn */
function focusDrawnRow(tree: TreeInstance<string>): boolean {
  const item = tree.getFocusedItem();
  const element = item?.getElement();
  if (element === document.activeElement) return true;
  if (item) tree.getConfig().scrollToItem?.(item);
  element?.focus();
  return element != null;
}

/** Makes it the row that has the keys; nothing where there is no such row. */
export function focusRowAt(tree: TreeInstance<string>, index: number): void {
  const item = tree.getItems()[index];
  if (!item) return;
  item.setFocused();
  tree.updateDomFocus();
}

/**
 * Gives the focus to the row that the element is in: the row has it, never a link or a field in it. A
 * row's button calls this before it opens something, which then returns the focus to the row: the button is
 * hidden by then.
 */
export function focusRowOf(element: Element | null | undefined): void {
  element?.closest<HTMLElement>('[role="treeitem"]')?.focus();
}

/**
 * When the focused row is removed, as by deleting its page, the row that takes its place gets the focus.
 * @returns the listeners for the element that is the tree
 */
export function useFocusAfterRemoval(tree: TreeInstance<string>) {
  const hasFocus = useRef(false);
  const lastIndex = useRef(0);
  const items = tree.getItems();
  const { focusedItem } = tree.getState();
  useEffect(() => {
    const index = focusedItem ? tree.getItemInstance(focusedItem).getItemMeta().index : -1;
    if (index >= 0) lastIndex.current = index;
    if (index >= 0 || !hasFocus.current || document.activeElement !== document.body) return;
    focusRowAt(tree, Math.min(lastIndex.current, items.length - 1));
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
