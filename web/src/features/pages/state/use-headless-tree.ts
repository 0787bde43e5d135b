/** The keyboard, focus and expansion of the page tree: @headless-tree over the forest of pages. */
import {
  buildProxiedInstance,
  hotkeysCoreFeature,
  type ItemInstance,
  propMemoizationFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useEffect } from 'react';
import { useStoredValue } from '../../../lib/browser/stored-value.ts';
import type { PageForest } from './page-forest.ts';

const ROOT_ID = 'root';

interface HeadlessTreeOptions {
  readonly forest: PageForest;
  readonly organizationId: string;
  /** The page on the screen: its ancestors open when it changes. */
  readonly currentPageId: string | undefined;
  readonly onOpen: (pageId: string) => void;
  readonly onRename: (pageId: string) => void;
  readonly scrollToIndex: (index: number) => void;
}

export function useHeadlessTree(options: HeadlessTreeOptions): TreeInstance<string> {
  const { forest, organizationId, currentPageId, onOpen, onRename, scrollToIndex } = options;
  const [expandedItems, setExpandedItems] = useStoredValue<string[]>(
    `trellis-expanded-${organizationId}`,
    [],
    isListOfIds,
  );
  const tree = useTree<string>({
    rootItemId: ROOT_ID,
    instanceBuilder: buildProxiedInstance,
    features: [syncDataLoaderFeature, hotkeysCoreFeature, propMemoizationFeature],
    dataLoader: {
      getItem: (id) => id,
      getChildren: (id) => forest.childrenOf(id === ROOT_ID ? null : id).map((page) => page.id),
    },
    getItemName: (item) => forest.pages.get(item.getId())?.name ?? '',
    isItemFolder: (item) => forest.childrenOf(item.getId()).length > 0,
    onPrimaryAction: (item) => onOpen(item.getId()),
    scrollToItem: (item) => scrollToIndex(item.getItemMeta().index),
    state: { expandedItems },
    setExpandedItems: (next) =>
      setExpandedItems(typeof next === 'function' ? next(tree.getState().expandedItems) : next),
    hotkeys: {
      customOpen: {
        hotkey: 'Enter',
        preventDefault: true,
        isEnabled: () => isRowFocused(),
        handler: (_event, { getFocusedItem }) => getFocusedItem().primaryAction(),
      },
      customRename: {
        hotkey: 'F2',
        preventDefault: true,
        isEnabled: () => isRowFocused(),
        handler: (_event, { getFocusedItem }) => onRename(getFocusedItem().getId()),
      },
    },
  });
  useRebuild(tree, forest);
  useReveal(tree, forest, currentPageId);
  return tree;
}

function expandRow(tree: TreeInstance<string>, id: string): void {
  const { expandedItems } = tree.getState();
  if (expandedItems.includes(id)) return;
  tree.applySubStateUpdate('expandedItems', [...expandedItems, id]);
  tree.rebuildTree();
}

export type PageRowItem = ItemInstance<string>;

// Enter and F2 on a row's button, or in its name field, are not meant for the row.
function isRowFocused(): boolean {
  return document.activeElement?.getAttribute('role') === 'treeitem';
}

function useRebuild(tree: TreeInstance<string>, forest: PageForest): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another forest is what the rows are rebuilt for
  useEffect(() => tree.rebuildTree(), [tree, forest]);
}

function useReveal(tree: TreeInstance<string>, forest: PageForest, pageId: string | undefined): void {
  const parentId = pageId === undefined ? undefined : forest.pages.get(pageId)?.parent_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page or place opens rows; a person may close them again
  useEffect(() => {
    if (pageId === undefined) return;
    for (const { id } of forest.ancestorsOf(pageId)) expandRow(tree, id);
  }, [tree, pageId, parentId]);
}

function isListOfIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}
