/** How a page looks by what is known of its workspace's tree, and since when that is known. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownLook } from '../../../lib/page-look.ts';
import { useOptimisticRows } from '../../../lib/use-optimistic-rows.ts';
import type { TreePage } from '../state/page-forest.ts';
import { pageTreeQuery } from './page-queries.ts';

const NO_PAGES: readonly TreePage[] = [];

/** @returns undefined while the tree is not there, and for a page that is not in it */
export function useKnownLook(organizationId: string, pageId: string): KnownLook | undefined {
  const query = pageTreeQuery(organizationId);
  const { data, dataUpdatedAt } = useQuery(query);
  const page = useOptimisticRows(query.queryKey, data ?? NO_PAGES).find(({ id }) => id === pageId);
  const [known, setKnown] = useState<KnownLook>();
  const look = page?.look ?? null;
  // Changes that are told, or on their way, leave the tree's own time as it is.
  if (page && known?.look !== look) setKnown({ look, at: known ? Date.now() : dataUpdatedAt });
  return page && known && { look: known.look, at: Math.max(known.at, dataUpdatedAt) };
}
