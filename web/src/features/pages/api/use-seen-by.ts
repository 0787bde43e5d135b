/** Who sees each page of a workspace. */
import { useMemo } from 'react';
import { useSharingPages } from '../../sharing/use-sharing-pages.ts';
import type { PageForest, TreePage } from '../tree/page-forest.ts';
import { type SeenBy, seenBy } from '../tree/seen-by.ts';

export function useSeenBy(organizationId: string, forest: PageForest): (page: TreePage) => SeenBy {
  const hasPublic = useMemo(
    () => [...forest.pages.values()].some(({ visibility }) => visibility === 'public'),
    [forest],
  );
  const sharing = useSharingPages(organizationId, hasPublic);
  return (page) => seenBy(forest, sharing, page);
}
