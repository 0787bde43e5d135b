/** The pages of a workspace as trees. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { buildForest, type PageForest } from '../state/page-forest.ts';
import { pageTreeQuery } from './page-queries.ts';

/** Waits for the pages, and fails where they cannot be read. */
export function usePageForest(organizationId: string): PageForest {
  return useSuspenseQuery({ ...pageTreeQuery(organizationId), select: buildForest }).data;
}

/** For what can do without. @returns undefined while the pages are not there, whatever the reason */
export function useKnownPageForest(organizationId: string): PageForest | undefined {
  return useQuery({ ...pageTreeQuery(organizationId), select: buildForest }).data;
}

/** For what happens faster than the screen is drawn. @returns what answers the forest as it is at the moment */
export function useLatestPageForest(organizationId: string): () => PageForest {
  const queryClient = useQueryClient();
  return () => buildForest(queryClient.getQueryData(pageTreeQuery(organizationId).queryKey) ?? []);
}
