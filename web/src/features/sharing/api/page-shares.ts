/** How public pages are shared beyond themselves: with their subpages, and with search engines. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
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

/** @returns the share of one page, undefined while it shares itself alone; and the way to change it, which shows at once */
export function usePageShare(organizationId: string, pageId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = pageSharesQuery(organizationId);
  const share = usePageShares(organizationId).find(({ page_id }) => page_id === pageId);
  const mutationKey = ['share', pageId];
  const change = useMutation({
    mutationKey,
    // Changes go one after the other, so that the last choice stays.
    scope: { id: `share of ${pageId}` },
    mutationFn: async (share: Partial<PageShare>) => {
      const { error, status } = await supabase
        .from('page_shares')
        .upsert({ page_id: pageId, organization_id: organizationId, ...share });
      if (error) throw toDataError(error, status);
    },
    onMutate: async (share) => {
      // An answer from before the change would show the former choice again.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (shares = NONE) => changeShare(shares, pageId, share));
    },
    // The last of several changes reads the answer to all of them.
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1 && queryClient.invalidateQueries({ queryKey }),
  });
  return { share, change };
}

function changeShare(
  shares: readonly PageShare[],
  pageId: string,
  change: Partial<PageShare>,
): readonly PageShare[] {
  const known = shares.find(({ page_id }) => page_id === pageId);
  const share = { with_subpages: false, is_indexed: false, ...known, page_id: pageId, ...change };
  return [...shares.filter(({ page_id }) => page_id !== pageId), share];
}
