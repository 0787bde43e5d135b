/** The pages that link to a page, as far as one may see them. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface Backlink {
  readonly id: string;
  readonly name: string;
  readonly icon?: string | null;
}

const MOST = 100;

export function backlinksQuery(pageId: string) {
  return queryOptions({
    // Beneath the key of all pages: whatever has those read again has this read again.
    queryKey: queryKeys.pages.backlinks(pageId),
    queryFn: () => getBacklinks(pageId),
  });
}

async function getBacklinks(pageId: string): Promise<Backlink[]> {
  const { data, error, status } = await supabase
    .from('page_links')
    .select('source:pages!page_links_source_id_fkey!inner(id, name, icon)')
    .eq('target_id', pageId)
    .eq('source.is_archived', false)
    .limit(MOST);
  if (error) throw toDataError(error, status);
  return data.map(({ source }) => source).sort((a, b) => a.name.localeCompare(b.name));
}
