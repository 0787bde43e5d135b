/** How public pages are shared beyond themselves: with their subpages, and with search engines. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface PageShare {
  readonly page_id: string;
  readonly with_subpages: boolean;
  readonly is_indexed: boolean;
}

export function pageSharesQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.sharing.shares(organizationId),
    queryFn: () => getPageShares(organizationId),
  });
}

async function getPageShares(organizationId: string): Promise<readonly PageShare[]> {
  const { data, error, status } = await supabase
    .from('page_shares')
    .select('page_id, with_subpages, is_indexed')
    .eq('organization_id', organizationId);
  if (error) throw toDataError(error, status);
  return data;
}

const NONE: readonly PageShare[] = [];

/** @param isAsked false where no page is public */
export function usePageShares(organizationId: string, isAsked = true): readonly PageShare[] {
  return useQuery({ ...pageSharesQuery(organizationId), enabled: isAsked }).data ?? NONE;
}

/** @returns the share of one page, and the way to change it */
export function usePageShare(organizationId: string, pageId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = pageSharesQuery(organizationId);
  const saved = usePageShares(organizationId).find((share) => share.page_id === pageId);
  const change = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: `share of ${pageId}` },
    mutationFn: async (share: Partial<PageShare>) => {
      const { error, status } = await supabase
        .from('page_shares')
        .upsert({ page_id: pageId, organization_id: organizationId, ...share });
      if (error) throw toDataError(error, status);
    },
    // An answer from before the change would show the former choice again.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const chosen = change.isPending ? change.variables : undefined;
  return { share: { with_subpages: false, is_indexed: false, ...saved, ...chosen }, change };
}
