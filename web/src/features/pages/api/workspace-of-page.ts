/** Which workspace a page is in, for pages that are not in the tree. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

/** Null for a page that is not there for this person. */
export function workspaceOfPageQuery(pageId: string) {
  return queryOptions({
    queryKey: queryKeys.pages.workspace(pageId),
    queryFn: async () => {
      const { data, error, status } = await supabase
        .from('pages')
        .select('organization_id')
        .eq('id', pageId)
        .maybeSingle();
      if (error) throw toDataError(error, status);
      return data?.organization_id ?? null;
    },
    meta: { isKept: false },
  });
}
