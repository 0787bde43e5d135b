/** The workspace's pages in the sidebar: a WAI-ARIA tree that draws only the rows in view. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { pagePath, paths } from '../../../lib/paths.ts';
import type { Point } from '../../../ui/menus/menu-position.ts';
import { useRenamePage } from '../api/rename-page.ts';
import { usePageForest } from '../api/use-page-forest.ts';
import type { PageForest } from '../state/page-forest.ts';
import { newName } from '../state/rename.ts';
import { useHeadlessTree } from '../state/use-headless-tree.ts';
import { useReveal } from '../state/use-reveal.ts';
import { useTypeAhead } from '../state/use-type-ahead.ts';
import { EmptyTree } from './empty-tree.tsx';
import { PageMenu } from './page-menu.tsx';
import { PageRow } from './page-row.tsx';

const ROW_HEIGHT_PX = 32;
const ROWS_BEYOND_VIEW = 12;
// In a low window the sidebar scrolls as a whole rather than leave the tree a slit.
const LEAST_ROWS_IN_VIEW = 8;

interface PageTreeProps {
  readonly organizationId: string;
  /** Called when a page was opened, so that a drawer around the tree can close. */
  readonly onNavigate?: () => void;
}

export function PageTree({ organizationId, onNavigate }: PageTreeProps) {
  const forest = usePageForest(organizationId);
  const navigate = useNavigate();
  const currentPageId = useMatch(paths.pagePattern)?.params.pageId;
  const scroller = useRef<HTMLDivElement>(null);
  const renaming = useRenaming(organizationId, forest);
  const [menu, setMenu] = useState<{ pageId: string; point: Point }>();

  const tree = useHeadlessTree({
    forest,
    organizationId,
    currentPageId,
    onOpen: (pageId) => {
      navigate(pagePath(pageId));
      onNavigate?.();
    },
    onRename: renaming.start,
    scrollToIndex: (index) => virtualizer.scrollToIndex(index),
  });
  useReveal(
    tree.getItems().findIndex((item) => item.getId() === currentPageId),
    (index) => virtualizer.scrollToIndex(index),
  );
  const goToTyped = useTypeAhead(tree);
  const items = tree.getItems();
  const focusedIndex = items.length === 0 ? -1 : tree.getFocusedItem().getItemMeta().index;
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_VIEW,
    rangeExtractor: (range) => withFocusedRow(range, focusedIndex),
  });

  if (forest.pages.size === 0) return <EmptyTree />;
  return (
    <div
      className="relative flex-1"
      style={{ minHeight: Math.min(items.length, LEAST_ROWS_IN_VIEW) * ROW_HEIGHT_PX }}
    >
      <div ref={scroller} className="scroll-shade absolute inset-0 overflow-y-auto">
        <div
          {...tree.getContainerProps('Pages')}
          role="tree"
          onKeyDown={goToTyped}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            const page = item && forest.pages.get(item.getId());
            if (!page) return null;
            return (
              <PageRow
                key={page.id}
                item={item}
                page={page}
                offsetPx={start}
                isCurrent={page.id === currentPageId}
                isMenuOpen={menu?.pageId === page.id}
                isRenaming={renaming.pageId === page.id}
                onRename={() => renaming.start(page.id)}
                onRenamed={renaming.finish}
                onMenu={(point) => setMenu({ pageId: page.id, point })}
                onNavigate={onNavigate}
              />
            );
          })}
        </div>
      </div>
      <PageMenu
        organizationId={organizationId}
        page={menu && forest.pages.get(menu.pageId)}
        point={menu?.point}
        onClose={() => setMenu(undefined)}
        returnFocusTo={() => (menu && tree.getItemInstance(menu.pageId).getElement()) ?? null}
      />
    </div>
  );
}

/** Which page's name is being changed, and what becomes of what was typed. */
function useRenaming(organizationId: string, forest: PageForest) {
  const [pageId, setPageId] = useState<string>();
  const rename = useRenamePage(organizationId);
  const finish = (typed: string | undefined) => {
    setPageId(undefined);
    if (pageId === undefined || typed === undefined) return;
    const name = newName(typed, forest.pages.get(pageId)?.name ?? '');
    if (name !== undefined) rename.mutate({ pageId, name });
  };
  return { pageId, start: setPageId, finish };
}

/** The row with the focus stays drawn wherever the tree is scrolled to: taken away, it would take the focus along. */
function withFocusedRow(range: Range, focusedIndex: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focusedIndex < 0 || indexes.includes(focusedIndex)) return indexes;
  return focusedIndex < range.startIndex ? [focusedIndex, ...indexes] : [...indexes, focusedIndex];
}
