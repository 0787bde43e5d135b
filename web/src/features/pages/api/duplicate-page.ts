/** Copies a page beside itself; what is under it is not copied. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { DUPLICATE_SUFFIX } from '../../../lib/limits.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import { orderIndexAfter } from '../state/order-index.ts';
import type { PageForest, TreePage } from '../state/page-forest.ts';
import { createPage, showNewPage } from './create-page.ts';

/** @throws {AppError} */
async function duplicatePage(page: TreePage, forest: PageForest, organizationId: string, userId: string) {
  const { data, error, status } = await supabase
    .from('pages')
    .select('description, content')
    .eq('id', page.id)
    .single();
  if (error) throw toDataError(error, status);
  return createPage({
    ...data,
    organization_id: organizationId,
    parent_id: page.parent_id,
    name: `${page.name}${DUPLICATE_SUFFIX}`,
    order_index: orderIndexAfter(page, forest.childrenOf(page.parent_id)),
    // A copy of a private page is private too. A public one is shared on purpose only.
    visibility: page.visibility === 'private' ? 'private' : 'workspace',
    created_by: userId,
  });
}

export function useDuplicatePage(organizationId: string, forest: PageForest) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (page: TreePage) => duplicatePage(page, forest, organizationId, user.id),
    onSuccess: (copy) => showNewPage(queryClient, organizationId, copy),
    onError: (error) => toastFailure(sentences.createPageFailed, error),
  });
}
