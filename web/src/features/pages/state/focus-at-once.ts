/**
 * Gives the focused row the browser's focus at once. The library takes a moment and then focuses the row of that time:
 * while an arrow key is held, that takes the tree back to a row it has left already.
 */
import type { FeatureImplementation, TreeInstance } from '@headless-tree/core';

// A row out of view is drawn with one of the next frames.
const MOST_FRAMES = 30;

export const focusAtOnce: FeatureImplementation<string> = {
  key: 'focus-at-once',
  treeInstance: {
    updateDomFocus: ({ tree }) => {
      // By now React has taken what the key changed, and the next key is not there yet.
      queueMicrotask(() => {
        focusRow(tree);
        // A row that changes its place in the document loses the focus.
        requestAnimationFrame(() => focusWhenDrawn(tree, MOST_FRAMES));
      });
    },
  },
};

function focusWhenDrawn(tree: TreeInstance<string>, frames: number): void {
  if (focusRow(tree) || frames === 0) return;
  requestAnimationFrame(() => focusWhenDrawn(tree, frames - 1));
}

/** @returns whether the row is drawn */
function focusRow(tree: TreeInstance<string>): boolean {
  const item = tree.getFocusedItem();
  const element = item?.getElement();
  if (element === document.activeElement) return true;
  if (item) tree.getConfig().scrollToItem?.(item);
  element?.focus();
  return element != null;
}
