/** Reads and changes a page's visibility for the share dialog. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { announcePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { Visibility } from '../visibility.ts';

export interface PageVisibility {
  readonly name: string;
  readonly visibility: Visibility;
  /** The only user who sees it, by its own or an ancestor's privacy. */
  readonly private_to: string | null;
}

export function pageVisibilityQuery(pageId: string) {
  return queryOptions({
    queryKey: queryKeys.sharing.visibility(pageId),
    queryFn: () => getPageVisibility(pageId),
    // Somebody else may have changed it since the dialog was last open.
    staleTime: 0,
  });
}

async function getPageVisibility(pageId: string): Promise<PageVisibility> {
  const { data, error, status } = await supabase
    .from('pages')
    .select('name, visibility, private_to')
    .eq('id', pageId)
    .single();
  if (error) throw toDataError(error, status);
  return { ...data, visibility: data.visibility as Visibility };
}

export function useChangeVisibility(organizationId: string, pageId: string) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const { queryKey } = pageVisibilityQuery(pageId);
  return useMutation({
    // Changes go one after the other, so that the last choice stays.
    scope: { id: `visibility of ${pageId}` },
    mutationFn: (visibility: Visibility) => changeVisibility(pageId, visibility, user.id),
    // An answer from before the change would show the former choice again.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (page) => {
      queryClient.setQueryData(queryKey, page);
      // A page that is public no more shares nothing, also when it is public again.
      void queryClient.invalidateQueries({ queryKey: queryKeys.sharing.shares(organizationId) });
      announcePagesUpdated({ kind: 'tree' });
    },
  });
}

/** @throws {AppError} */
async function changeVisibility(
  pageId: string,
  visibility: Visibility,
  userId: string,
): Promise<PageVisibility> {
  const { data, error, status } = await supabase
    .from('pages')
    .update({ visibility, updated_by: userId })
    .eq('id', pageId)
    .select('name, visibility, private_to');
  if (error) throw toDataError(error, status);
  const [page] = data;
  // Row-level security hides a row without an error.
  if (!page) throw new AppError('NOT_FOUND_ERROR', sentences.pageNotFound);
  return { ...page, visibility };
}
