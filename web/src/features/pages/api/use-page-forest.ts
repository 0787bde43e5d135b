/** The pages of a workspace as trees. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
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
