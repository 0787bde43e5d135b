/** Adds a page at the end of its siblings. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TablesInsert } from '../../../lib/database.types.generated.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { PAGE_CONTENT_TYPE } from '../../../lib/page/page-defaults.ts';
import type { PageLook } from '../../../lib/page/page-look.ts';
import { announcePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { pendingChanges } from '../../../lib/queries/pending-changes.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { TreePage } from '../tree/page-forest.ts';
import { addPage } from '../tree/tree-changes.ts';
import { pageTreeQuery, TREE_COLUMNS } from './page-queries.ts';

export type NewPage = Required<
  Pick<TablesInsert<'pages'>, 'organization_id' | 'parent_id' | 'name' | 'order_index' | 'created_by'>
> &
  Pick<TablesInsert<'pages'>, 'id' | 'description' | 'content' | 'visibility'>;

/** @throws {AppError} */
export async function createPage(page: NewPage): Promise<TreePage> {
  const { data, error, status } = await supabase
    .from('pages')
    .insert({
      content: '',
      ...page,
      content_type: PAGE_CONTENT_TYPE,
      is_archived: false,
      updated_by: page.created_by,
      notion_page_id: null,
      notion_last_sync: null,
      notion_url: null,
    })
    .select(TREE_COLUMNS)
    .single();
  if (error) throw toDataError(error, status);
  return { ...data, look: data.look as PageLook | null };
}

/** Puts a page that was just made into the tree, here and in other tabs. */
export function showNewPage(queryClient: QueryClient, organizationId: string, page: TreePage): void {
  const { queryKey } = pageTreeQuery(organizationId);
  pendingChanges<TreePage>(queryClient, queryKey).accept((pages) => addPage(pages, page));
  announcePagesUpdated({ kind: 'tree' });
}

export function useCreatePage(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createPage,
    onSuccess: (page) => showNewPage(queryClient, organizationId, page),
  });
}
