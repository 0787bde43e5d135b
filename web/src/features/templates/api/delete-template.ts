/** Deletes a template of the workspace. Pages that were made from it stay. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';

export function useDeleteTemplate(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteTemplate,
    onSuccess: () => toast('success', 'Template deleted'),
    onError: (error) => toastFailure(sentences.deleteTemplateFailed, error),
    onSettled: () => readAgain(queryClient, madeOldBy.template(organizationId)),
  });
}

/** @throws {AppError} */
async function deleteTemplate(id: string): Promise<void> {
  const { data, error, status } = await supabase.from('templates').delete().eq('id', id).select('id');
  if (error) throw toDataError(error, status);
  if (data.length === 0) throw new AppError('DELETE_ERROR', sentences.templateGone);
}
