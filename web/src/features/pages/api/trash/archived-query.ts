/** Whether a page is in the trash: for one that is open and has left the tree. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../../lib/queries/query-keys.ts';
import { supabase } from '../../../../lib/supabase.ts';

export function archivedQuery(pageId: string) {
  return queryOptions({
    // Beneath the key of all pages: asked again whenever pages have changed.
    queryKey: queryKeys.pages.archived(pageId),
    queryFn: () => isArchived(pageId),
    staleTime: 0,
  });
}

async function isArchived(pageId: string): Promise<boolean> {
  const { data, error, status } = await supabase
    .from('pages')
    .select('is_archived')
    .eq('id', pageId)
    .maybeSingle();
  if (error) throw toDataError(error, status);
  return data?.is_archived ?? false;
}
