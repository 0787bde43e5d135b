/** The keyboard, focus, expansion and dragging of the page tree: @headless-tree over the forest of pages. */
import {
  buildProxiedInstance,
  type DragTarget,
  dragAndDropFeature,
  hotkeysCoreFeature,
  type ItemInstance,
  isOrderedDragTarget,
  keyboardDragAndDropFeature,
  propMemoizationFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useEffect, useMemo, useRef } from 'react';
import { useStoredValue } from '../../../lib/browser/storage/stored-value.ts';
import { focusAtOnce } from '../../../lib/focus/tree-rows.ts';
import type { PageForest } from '../tree/page-forest.ts';
import { type Place, placeAt } from '../tree/places.ts';

const ROOT_ID = 'root';
/** How far each level stands in from the one above. */
export const INDENT_PX = 12;
const OPEN_WHEN_DRAGGED_OVER_MS = 600;

interface HeadlessTreeOptions {
  readonly forest: PageForest;
  readonly organizationId: string;
  /** The page on the screen: its ancestors open when it changes. */
  readonly currentPageId: string | undefined;
  /** The forest is a part of all pages: everything in it is open, and stays where it is. */
  readonly isFiltered: boolean;
  readonly onOpen: (pageId: string) => void;
  readonly onRename: (pageId: string) => void;
  readonly onMove: (pageId: string, place: Place) => void;
  readonly scrollToIndex: (index: number) => void;
}

export function useHeadlessTree(options: HeadlessTreeOptions): TreeInstance<string> {
  const { forest, organizationId, currentPageId, isFiltered, onOpen, onRename, onMove } = options;
  const [stored, setStored] = useStoredValue<string[]>(`trellis-expanded-${organizationId}`, [], isListOfIds);
  // The library rebuilds the rows for a new array of open ids, even an equal one.
  const everything = useMemo(() => [...forest.pages.keys()], [forest]);
  const tree = useTree<string>({
    rootItemId: ROOT_ID,
    instanceBuilder: buildProxiedInstance,
    features: [
      syncDataLoaderFeature,
      hotkeysCoreFeature,
      dragAndDropFeature,
      keyboardDragAndDropFeature,
      propMemoizationFeature,
      focusAtOnce,
    ],
    dataLoader: {
      getItem: (id) => id,
      getChildren: (id) => forest.childrenOf(toPageId(id)).map((page) => page.id),
    },
    getItemName: (item) => forest.pages.get(item.getId())?.name ?? '',
    isItemFolder: (item) => forest.childrenOf(toPageId(item.getId())).length > 0,
    onPrimaryAction: (item) => onOpen(item.getId()),
    scrollToItem: (item) => options.scrollToIndex(item.getItemMeta().index),
    state: { expandedItems: isFiltered ? everything : stored },
    setExpandedItems: (next) => {
      if (!isFiltered) setStored(typeof next === 'function' ? next(tree.getState().expandedItems) : next);
    },
    indent: INDENT_PX,
    openOnDropDelay: OPEN_WHEN_DRAGGED_OVER_MS,
    // The library itself refuses to put a page beneath itself.
    canDrop: () => true,
    onDrop: ([item], target) => {
      if (!item) return;
      const parentId = toPageId(target.item.getId());
      const place = placeAt(forest, item.getId(), parentId, indexOf(target));
      if (!place) return;
      if (parentId !== null) expandRows(tree, [parentId]);
      onMove(item.getId(), place);
    },
    hotkeys: {
      customOpen: {
        hotkey: 'Enter',
        preventDefault: true,
        isEnabled: ({ getState }) => isRowFocused() && !getState().dnd,
        handler: (_event, { getFocusedItem }) => getFocusedItem().primaryAction(),
      },
      customRename: {
        hotkey: 'F2',
        preventDefault: true,
        isEnabled: () => isRowFocused(),
        handler: (_event, { getFocusedItem }) => onRename(getFocusedItem().getId()),
      },
      startDrag: {
        hotkey: 'Control+Shift+KeyD',
        preventDefault: true,
        isEnabled: ({ getState }) => isRowFocused() && !isFiltered && !getState().dnd,
        handler: (_event, tree) => tree.startKeyboardDrag([tree.getFocusedItem()]),
      },
      // The ARIA pattern: on a row without children, the arrow does nothing.
      expandOrDown: {
        hotkey: 'ArrowRight',
        canRepeat: true,
        preventDefault: true,
        handler: (_event, tree) => {
          const item = tree.getFocusedItem();
          if (!item.isFolder()) return;
          if (!item.isExpanded()) return item.expand();
          tree.focusNextItem();
          tree.updateDomFocus();
        },
      },
    },
  });
  useRebuild(tree, forest);
  // The whole tree reveals a page opened from a filtered one.
  useOpenAncestors(tree, forest, isFiltered ? undefined : currentPageId);
  return tree;
}

/** Opens rows, even those without children yet. */
export function expandRows(tree: TreeInstance<string>, ids: readonly string[]): void {
  const { expandedItems } = tree.getState();
  const closed = ids.filter((id) => !expandedItems.includes(id));
  if (closed.length === 0) return;
  tree.applySubStateUpdate('expandedItems', [...expandedItems, ...closed]);
  tree.rebuildTree();
}

/** @param pageId of an existing page
 * @returns the index of the page's row; -1 without a row, as under a closed one */
export function rowIndexOf(tree: TreeInstance<string>, pageId: string): number {
  return tree.getItemInstance(pageId).getItemMeta().index;
}

export type PageRowItem = ItemInstance<string>;

function toPageId(itemId: string): string | null {
  return itemId === ROOT_ID ? null : itemId;
}

/** @returns the place among the children without the dragged page; undefined for a drop onto the page itself */
function indexOf(target: DragTarget<string>): number | undefined {
  return isOrderedDragTarget(target) && 'insertionIndex' in target ? target.insertionIndex : undefined;
}

// Enter and F2 on a row's button, or in its name field, are not meant for the row.
function isRowFocused(): boolean {
  return document.activeElement?.getAttribute('role') === 'treeitem';
}

/** Only for another forest: the library builds the first one's rows, and ten thousand take a while. */
function useRebuild(tree: TreeInstance<string>, forest: PageForest): void {
  const built = useRef(forest);
  useEffect(() => {
    if (built.current === forest) return;
    built.current = forest;
    tree.rebuildTree();
  }, [tree, forest]);
}

function useOpenAncestors(tree: TreeInstance<string>, forest: PageForest, pageId: string | undefined): void {
  const parentId = pageId === undefined ? undefined : forest.pages.get(pageId)?.parent_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page or place opens rows; a person may close them again
  useEffect(() => {
    if (pageId === undefined) return;
    expandRows(
      tree,
      forest.ancestorsOf(pageId).map(({ id }) => id),
    );
  }, [tree, pageId, parentId]);
}

function isListOfIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}
