/** The workspace's pages in the sidebar: a WAI-ARIA tree that draws only the rows in view. */
import type { TreeInstance } from '@headless-tree/core';
import { type KeyboardEvent, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { useLoadedWhenIdle } from '../../../../lib/browser/time/loaded-when-idle.ts';
import { focusRowAt, useFocusAfterRemoval } from '../../../../lib/focus/tree-rows.ts';
import { pagePath, paths } from '../../../../lib/paths.ts';
import type { Point } from '../../../../ui/menus/menu-position.ts';
import { toast } from '../../../../ui/toasts/toasts.ts';
import { useMovePage } from '../../api/move-page.ts';
import { useRenamePage } from '../../api/rename-page.ts';
import { useLatestPageForest, usePageForest } from '../../api/use-page-forest.ts';
import { useSeenBy } from '../../api/use-seen-by.ts';
import { useOpenPageDialog } from '../../state/page-dialogs.ts';
import { newName } from '../../state/rename.ts';
import { rowIndexOf, useHeadlessTree } from '../../state/use-headless-tree.ts';
import { useReveal } from '../../state/use-reveal.ts';
import { useRowKeys } from '../../state/use-row-keys.ts';
import { useTypeAhead } from '../../state/use-type-ahead.ts';
import { filterForest } from '../../tree/filter-forest.ts';
import type { Place } from '../../tree/places.ts';
import type { PageMenuProps } from '../page-menu.tsx';
import { DropMarker } from './drop-marker.tsx';
import { EmptyTree } from './empty-tree.tsx';
import { PageFilter } from './page-filter.tsx';
import { PageRow } from './page-row.tsx';
import { TreeAnnouncer } from './tree-announcer.tsx';
import { ROW_HEIGHT_PX, type RowsInView, TreeRows } from './tree-rows.tsx';

interface PageTreeProps {
  readonly organizationId: string;
  /** Called when a page was opened, so that a drawer around the tree can close. */
  readonly onNavigate?: () => void;
}

export function PageTree({ organizationId, onNavigate }: PageTreeProps) {
  const rows = useRef<RowsInView>(null);
  const renaming = useRenaming(organizationId);
  const [menu, setMenu] = useState<{ pageId: string; point: Point }>();
  const [filter, setFilter] = useState('');
  const { all, forest, isFiltered, currentPageId, tree, treeProps, movedPageId } = usePageTree({
    organizationId,
    filter,
    rows,
    onNavigate,
    onRename: renaming.start,
  });
  const seenBy = useSeenBy(organizationId, all);
  const items = tree.getItems();
  const tabStop = tabStopOf(tree);
  const dragged = tree.getState().dnd?.draggedItems?.[0]?.getId();
  const draw = (index: number, offsetPx: number) => {
    const item = items[index];
    const page = item && forest.pages.get(item.getId());
    if (!page) return null;
    return (
      <PageRow
        item={item}
        page={page}
        seenBy={seenBy(page)}
        offsetPx={offsetPx}
        isCurrent={page.id === currentPageId}
        isTabStop={index === tabStop}
        isDragged={page.id === dragged}
        canDrag={!isFiltered}
        isMenuOpen={menu?.pageId === page.id}
        isRenaming={renaming.pageId === page.id}
        onRename={() => renaming.start(page.id)}
        onRenamed={(typed) => renaming.finish(typed, page.name)}
        onMenu={(point) => setMenu({ pageId: page.id, point })}
        onNavigate={onNavigate}
      />
    );
  };
  if (all.pages.size === 0) return <EmptyTree />;
  return (
    <>
      <PageFilter value={filter} onChange={setFilter} onLeave={() => focusRowAt(tree, 0)} />
      {items.length === 0 && isFiltered && (
        <p role="status" className="px-4 py-2 text-[0.8125rem] text-ink-muted">
          No page has this in its name.
        </p>
      )}
      <div className="relative">
        <TreeRows
          ref={rows}
          count={items.length}
          alwaysDrawn={tabStop}
          keyOf={(index) => items[index]?.getId()}
          draw={draw}
          treeProps={treeProps}
        >
          <DropMarker tree={tree} rowHeightPx={ROW_HEIGHT_PX} />
        </TreeRows>
        <MenuOfRow
          organizationId={organizationId}
          page={menu && forest.pages.get(menu.pageId)}
          point={menu?.point}
          onClose={() => setMenu(undefined)}
          returnFocusTo={() => (menu && tree.getItemInstance(menu.pageId).getElement()) ?? null}
        />
      </div>
      <TreeAnnouncer tree={tree} forest={all} movedPageId={movedPageId} />
    </>
  );
}

const loadPageMenu = () => import('../page-menu.tsx');

/** Comes when the browser has nothing else to do, or with the first row that asks for it. */
function MenuOfRow(props: PageMenuProps) {
  const Menu = useLoadedWhenIdle(loadPageMenu, props.page !== undefined)?.PageMenu;
  return Menu && <Menu {...props} />;
}

interface PageTreeOptions {
  readonly organizationId: string;
  /** Typed to see fewer pages. */
  readonly filter: string;
  readonly rows: RefObject<RowsInView | null>;
  readonly onNavigate: (() => void) | undefined;
  readonly onRename: (pageId: string) => void;
}

/** Which pages are in the tree, and what keys and drops do to them. */
function usePageTree({ organizationId, filter, rows, onNavigate, onRename }: PageTreeOptions) {
  const all = usePageForest(organizationId);
  const latestForest = useLatestPageForest(organizationId);
  const navigate = useNavigate();
  const openDialog = useOpenPageDialog();
  const currentPageId = useMatch(paths.pagePattern)?.params.pageId;
  const wanted = useDeferredValue(filter);
  const forest = useMemo(() => filterForest(all, wanted), [all, wanted]);
  const isFiltered = forest !== all;
  const move = useMovePage(organizationId);
  const onMove = (pageId: string, place: Place) => move.mutate({ pageId, ...place });
  const tree = useHeadlessTree({
    forest,
    organizationId,
    currentPageId,
    isFiltered,
    onOpen: (pageId) => {
      navigate(pagePath(pageId));
      onNavigate?.();
    },
    onRename,
    onMove,
    scrollToIndex: (index) => rows.current?.scrollToIndex(index),
  });
  // The address may name no page.
  const isKnown = currentPageId !== undefined && forest.pages.has(currentPageId);
  useReveal(isKnown ? rowIndexOf(tree, currentPageId) : -1, (index) => rows.current?.reveal(index));
  const goToTyped = useTypeAhead(tree);
  const pressOnRow = useRowKeys({
    tree,
    latestForest,
    canMove: !isFiltered,
    onMove,
    onDelete: (pageId) => openDialog({ kind: 'delete', pageId }),
  });
  const focusAfterRemoval = useFocusAfterRemoval(tree);
  const treeProps = {
    ...tree.getContainerProps('Pages'),
    ...focusAfterRemoval,
    onKeyDown: (event: KeyboardEvent) => {
      goToTyped(event);
      pressOnRow(event);
    },
  };
  return { all, forest, isFiltered, currentPageId, tree, treeProps, movedPageId: move.variables?.pageId };
}

/** @returns the index of the row that Tab leads to: the focused one, or the first where that is gone */
function tabStopOf(tree: TreeInstance<string>): number {
  const { focusedItem } = tree.getState();
  const index = focusedItem ? rowIndexOf(tree, focusedItem) : 0;
  return index >= 0 ? index : Math.min(0, tree.getItems().length - 1);
}

/** Which page's name is being changed, and what becomes of what was typed. */
function useRenaming(organizationId: string) {
  const [pageId, setPageId] = useState<string>();
  const rename = useRenamePage(organizationId);
  const latestForest = useLatestPageForest(organizationId);
  const finish = (typed: string | undefined, before: string) => {
    setPageId(undefined);
    if (pageId === undefined || typed === undefined) return;
    const name = newName(typed, before);
    if (name !== undefined) rename.mutate({ pageId, name });
  };
  const start = (id: string) => {
    if (!latestForest().pages.get(id)?.look?.is_locked) return setPageId(id);
    toast('warning', 'This page is locked', { description: 'Open it to unlock it.' });
  };
  return { pageId, start, finish };
}
