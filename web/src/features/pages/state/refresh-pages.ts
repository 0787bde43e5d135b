/** Brings what this tab shows of pages in step with what is said to have changed, and leaves everything else alone. */
import type { QueryClient } from '@tanstack/react-query';
import { pageTitle } from '../../../lib/page-title.ts';
import type { PagesChange } from '../../../lib/pages-change.ts';
import { pendingChanges } from '../../../lib/pending-changes.ts';
import { queryKeys, showsTexts } from '../../../lib/query-keys.ts';
import type { TreePage } from './page-forest.ts';
import { changePage } from './tree-changes.ts';

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
      break;
    case 'favorites':
      void queryClient.invalidateQueries({ queryKey: queryKeys.pages.allFavorites, refetchType });
      break;
    default:
      void queryClient.invalidateQueries({ queryKey: queryKeys.pages.all, refetchType });
  }
}

/** In place, as the server has accepted it: a tree of ten thousand pages is not read again for a name. */
function renameInTrees(queryClient: QueryClient, pageId: string, name: string): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: queryKeys.pages.trees }))
    pendingChanges<TreePage>(queryClient, queryKey).accept((pages) => changePage(pages, pageId, { name }));
}
