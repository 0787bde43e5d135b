/** Deletes for good what is in the trash: one entry, or everything that this person sees there. */
import { AppError } from '../../../../lib/errors/app-error.ts';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../../lib/supabase.ts';
import type { TrashEntry } from './trash-query.ts';
import { useTrashChange } from './use-trash-change.ts';

export function useDeleteForGood(organizationId: string) {
  return useTrashChange<TrashEntry>({
    organizationId,
    call: async ({ id }) => {
      const { data, error, status } = await supabase.rpc('delete_page_for_good', { page_id: id });
      if (error) throw toDataError(error, status);
      if (data === 0) throw new AppError('NOT_FOUND_ERROR', sentences.pageNotFound);
    },
    isLeft: (entry, { id }) => entry.id !== id,
    success: 'Page deleted for good',
    failure: sentences.deletePageFailed,
  });
}

export function useEmptyTrash(organizationId: string) {
  return useTrashChange<void>({
    organizationId,
    call: async () => {
      const { error, status } = await supabase.rpc('empty_trash', { organization_id: organizationId });
      if (error) throw toDataError(error, status);
    },
    isLeft: () => false,
    success: 'Trash emptied',
    failure: sentences.emptyTrashFailed,
  });
}
