/**
 * Keeps the cached answers about pages in step with what is announced (lib/page/pages-updated.ts), here or in
 * another tab, and leaves everything else alone. The shell calls it.
 */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { type PagesChange, usePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { pendingChanges } from '../../../lib/queries/pending-changes.ts';
import { queryKeys, showsTexts } from '../../../lib/queries/query-keys.ts';
import { isTold } from '../../../lib/queries/told-queries.ts';
import type { TreePage } from '../tree/page-forest.ts';
import { changePage } from '../tree/tree-changes.ts';

// The server's work after a save takes two seconds at most, and the answer of the save had its way, too.
const FOLLOWED_AFTER_MS = 3000;

export function useRefreshPages(): void {
  const queryClient = useQueryClient();
  usePagesUpdated((change) => refreshPages(queryClient, change, document.visibilityState === 'visible'));
}

/**
 * @param isSeen whether somebody looks at this tab; a hidden tab reads its data when it comes to the front
 */
export function refreshPages(queryClient: QueryClient, change: PagesChange, isSeen: boolean): void {
  const refetchType = isSeen ? 'active' : 'none';
  switch (change.kind) {
    case 'texts':
      if (change.name !== undefined) renameInTrees(queryClient, change.pageId, pageTitle(change.name));
      void queryClient.invalidateQueries({
        queryKey: queryKeys.pages.all,
        predicate: ({ queryKey }) => showsTexts(queryKey, change.pageId),
        refetchType,
      });
      readLater(
        queryClient,
        refetchType,
        ([, kind, id]) => kind === 'search' || (kind === 'backlinks' && id !== change.pageId),
      );
      break;
    case 'favorites':
      void queryClient.invalidateQueries({ queryKey: queryKeys.pages.allFavorites, refetchType });
      break;
    case 'told-texts':
      void queryClient.invalidateQueries({
        queryKey: queryKeys.pages.all,
        predicate: ({ queryKey }) => showsTexts(queryKey, change.pageId),
        refetchType,
      });
      // The server tells of changed links: see app/live/follow-workspace.ts.
      readLater(queryClient, refetchType, ([, kind]) => kind === 'search');
      break;
    case 'told-tree':
      void queryClient.invalidateQueries({
        queryKey: queryKeys.pages.all,
        predicate: ({ queryKey }) => namesPages(queryKey, change.pageIds),
        refetchType,
      });
      // Wiki links that say the new name are asked for when the page is opened again: a title is saved several times
      // while it is typed.
      void queryClient.invalidateQueries({ queryKey: queryKeys.pages.allBacklinks, refetchType: 'none' });
      break;
    default:
      void queryClient.invalidateQueries({
        queryKey: queryKeys.pages.all,
        predicate: ({ queryHash }) => !isTold(queryClient, queryHash),
        refetchType,
      });
  }
}

/** Answers that the server brings in step with saved texts by work that no save waits for. */
function readLater(
  queryClient: QueryClient,
  refetchType: 'active' | 'none',
  isMeant: (queryKey: QueryKey) => boolean,
): void {
  setTimeout(() => {
    void queryClient.invalidateQueries({
      queryKey: queryKeys.pages.all,
      predicate: ({ queryKey }) => isMeant(queryKey),
      refetchType,
    });
  }, FOLLOWED_AFTER_MS);
}

/** Whether an answer besides the tree says that those pages are there, or what they are called. */
function namesPages([, kind, id]: QueryKey, pageIds: readonly string[] | undefined): boolean {
  if (kind === 'trash' || kind === 'search' || kind === 'activity') return true;
  // Its own name is not among the names of the pages that lead to it.
  if (kind === 'backlinks') return pageIds === undefined || pageIds.some((changed) => changed !== id);
  return (
    (kind === 'archived' || kind === 'workspace') && (pageIds === undefined || pageIds.includes(String(id)))
  );
}

/** In place, as the server has accepted it: a tree of ten thousand pages is not read again for a name. */
function renameInTrees(queryClient: QueryClient, pageId: string, name: string): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: queryKeys.pages.trees }))
    pendingChanges<TreePage>(queryClient, queryKey).accept((pages) => changePage(pages, pageId, { name }));
}
