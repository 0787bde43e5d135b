/** The queries of a workspace's pages. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import type { PageLook } from '../../../lib/page/page-look.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { pendingChanges } from '../../../lib/queries/pending-changes.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { TreePage } from '../tree/page-forest.ts';

/** The columns that make a {@link TreePage}. */
export const TREE_COLUMNS = 'id, parent_id, name, order_index, created_at, visibility, notion_page_id, look';

/**
 * All pages of a workspace without their texts: ten thousand must arrive quickly. These are the server's rows:
 * pending changes lie over them (lib/queries/pending-changes.ts), so screens ask for the forest (use-page-forest.ts).
 */
export function pageTreeQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.pages.tree(organizationId),
    queryFn: ({ client, queryKey }) =>
      pendingChanges<TreePage>(client, queryKey).read(() => getPageTree(organizationId)),
  });
}

// Hosted servers answer at most this many rows at a time.
export const ROWS_PER_ANSWER = 1000;

async function getPageTree(organizationId: string): Promise<TreePage[]> {
  const pages: TreePage[] = [];
  for (;;) {
    const rows = await getPagesFrom(organizationId, pages.length);
    pages.push(...rows);
    // A server without that limit answers everything at once.
    if (rows.length !== ROWS_PER_ANSWER) return pages;
  }
}

async function getPagesFrom(organizationId: string, offset: number): Promise<TreePage[]> {
  const query = supabase
    .from('pages')
    .select(TREE_COLUMNS)
    .eq('organization_id', organizationId)
    .eq('is_archived', false)
    .order('parent_id', { nullsFirst: true })
    .order('order_index')
    .order('id');
  const { data, error, status } = await (offset === 0
    ? query
    : query.range(offset, offset + ROWS_PER_ANSWER - 1));
  if (error) throw toDataError(error, status);
  return data.map((page) => ({ ...page, name: pageTitle(page.name), look: page.look as PageLook | null }));
}
