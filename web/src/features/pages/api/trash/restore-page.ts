/** Brings a page back from the trash, with what went there with it. */
import { AppError } from '../../../../lib/errors/app-error.ts';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../../lib/supabase.ts';
import type { TrashEntry } from './trash-query.ts';
import { useTrashChange } from './use-trash-change.ts';

/** @throws {AppError} */
export async function restorePage(pageId: string): Promise<void> {
  const { data, error, status } = await supabase.rpc('restore_page', { page_id: pageId });
  if (error) throw toDataError(error, status);
  // Restored by somebody else, deleted for good, or never this person's to see.
  if (data === null) throw new AppError('NOT_FOUND_ERROR', sentences.pageNotFound);
}

export function useRestorePage(organizationId: string) {
  return useTrashChange<TrashEntry>({
    organizationId,
    call: ({ id }) => restorePage(id),
    isLeft: (entry, { id }) => entry.id !== id,
    success: 'Page restored',
    failure: sentences.restorePageFailed,
  });
}
