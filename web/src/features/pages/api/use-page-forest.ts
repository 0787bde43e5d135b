/** The pages of a workspace as trees, with the changes that are on their way to the server. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { pendingChanges } from '../../../lib/queries/pending-changes.ts';
import { useOptimisticRows } from '../../../lib/queries/use-optimistic-rows.ts';
import { buildForest, type PageForest, type TreePage } from '../tree/page-forest.ts';
import { pageTreeQuery } from './page-queries.ts';

/** Waits for the pages, and fails where they cannot be read. */
export function usePageForest(organizationId: string): PageForest {
  const query = pageTreeQuery(organizationId);
  return buildForest(useOptimisticRows(query.queryKey, useSuspenseQuery(query).data));
}

const NO_PAGES: readonly TreePage[] = [];

/** For what can do without. @returns undefined while the pages are not there, whatever the reason */
export function useKnownPageForest(organizationId: string): PageForest | undefined {
  const query = pageTreeQuery(organizationId);
  const { data } = useQuery(query);
  const shown = useOptimisticRows(query.queryKey, data ?? NO_PAGES);
  return data && buildForest(shown);
}

/** For what happens faster than the screen is drawn. @returns what answers the forest as it is at the moment */
export function useLatestPageForest(organizationId: string): () => PageForest {
  const queryClient = useQueryClient();
  const { queryKey } = pageTreeQuery(organizationId);
  return () =>
    buildForest(
      pendingChanges<TreePage>(queryClient, queryKey).over(queryClient.getQueryData(queryKey) ?? NO_PAGES),
    );
}
