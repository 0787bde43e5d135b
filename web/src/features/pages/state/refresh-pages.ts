/** Brings what this tab shows of pages in step with what is said to have changed, and leaves everything else alone. */
import type { QueryClient } from '@tanstack/react-query';
import type { PagesChange } from '../../../lib/pages-change.ts';
import { pendingChanges } from '../../../lib/pending-changes.ts';
import type { TreePage } from './page-forest.ts';
import { pageKeys } from './page-keys.ts';
import { changePage, shownName } from './tree-changes.ts';

/**
 * @param isSeen whether somebody looks at this tab; what is on a hidden one is read when it comes to the front
 */
export function refreshPages(queryClient: QueryClient, change: PagesChange, isSeen: boolean): void {
  const refetchType = isSeen ? 'active' : 'none';
  switch (change.kind) {
    case 'texts':
      if (change.name !== undefined) renameInTrees(queryClient, change.pageId, shownName(change.name));
      void queryClient.invalidateQueries({
        queryKey: pageKeys.all,
        predicate: ({ queryKey }) => showsTexts(queryKey, change.pageId),
        refetchType,
      });
      break;
    case 'favorites':
      void queryClient.invalidateQueries({ queryKey: [...pageKeys.all, 'favorites'], refetchType });
      break;
    default:
      void queryClient.invalidateQueries({ queryKey: pageKeys.all, refetchType });
  }
}

/** In place, as the server has accepted it: a tree of ten thousand pages is not read again for a name. */
function renameInTrees(queryClient: QueryClient, pageId: string, name: string): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: pageKeys.trees }))
    pendingChanges<TreePage>(queryClient, queryKey).accept((pages) => changePage(pages, pageId, { name }));
}

// These tell nothing of a text, or what one said at a time that is past.
const WITHOUT_TEXTS: ReadonlySet<unknown> = new Set([
  'tree',
  'favorites',
  'trash',
  'workspace',
  'archived',
  'version-texts',
]);

/** Whether a query's answer may be another one once the page's texts are. */
function showsTexts([, kind, id]: readonly unknown[], pageId: string): boolean {
  if (WITHOUT_TEXTS.has(kind)) return false;
  if (kind === 'versions' || kind === 'history-page') return id === pageId;
  // What a page says leads to others.
  if (kind === 'backlinks') return id !== pageId;
  return true;
}
