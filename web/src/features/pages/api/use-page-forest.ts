/** The pages of a workspace as trees. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { buildForest, type PageForest } from '../state/page-forest.ts';
import { pageTreeQuery } from './page-queries.ts';

export function usePageForest(organizationId: string): PageForest {
  return useSuspenseQuery({ ...pageTreeQuery(organizationId), select: buildForest }).data;
}
