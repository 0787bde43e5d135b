/** The pages that link to a page, as far as one may see them: by its id, or by a name that may mean it. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface Backlink {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  /** Whether it links by the page's id. */
  readonly has_link: boolean;
  /** The names in its wiki links that may mean the page. */
  readonly wiki_targets: readonly string[];
}

export function backlinksQuery(pageId: string) {
  return queryOptions({
    // Beneath the key of all pages: whatever has those read again has this read again.
    queryKey: queryKeys.pages.backlinks(pageId),
    queryFn: () => getBacklinks(pageId),
  });
}

async function getBacklinks(pageId: string): Promise<Backlink[]> {
  const { data, error, status } = await supabase.rpc('pages_linking_to', { page_id: pageId });
  if (error) throw toDataError(error, status);
  return data.sort((a, b) => a.name.localeCompare(b.name));
}
