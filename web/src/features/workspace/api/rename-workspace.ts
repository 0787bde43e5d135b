/** Gives the workspace another name. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { requireChange } from './require-change.ts';

/** @throws {AppError} */
async function renameWorkspace(organizationId: string, name: string): Promise<void> {
  const answer = await supabase.from('organizations').update({ name }).eq('id', organizationId).select('id');
  requireChange(answer, 'UPDATE_ERROR', sentences.updateWorkspaceFailed);
}

export function useRenameWorkspace(organizationId: string) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => renameWorkspace(organizationId, name),
    onSuccess: async () => {
      await readAgain(queryClient, madeOldBy.workspace(user.id));
      toast('success', 'Workspace name updated successfully');
    },
    onError: (error) => toastFailure('Failed to update workspace name', error),
  });
}
