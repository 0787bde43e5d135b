/** Gives the workspace another name. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../lib/app-error.ts';
import { currentWorkspaceQuery } from '../../../lib/current-workspace.ts';
import { sentences } from '../../../lib/error-catalogue.ts';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';

/** @throws {AppError} */
async function renameWorkspace(organizationId: string, name: string): Promise<void> {
  const { data, error } = await supabase
    .from('organizations')
    .update({ name })
    .eq('id', organizationId)
    .select('id');
  // Row-level security hides a row without an error.
  if (error || data.length === 0)
    throw new AppError('UPDATE_ERROR', error?.message ?? sentences.updateWorkspaceFailed, error);
}

export function useRenameWorkspace(organizationId: string) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => renameWorkspace(organizationId, name),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: currentWorkspaceQuery(user.id).queryKey });
      await queryClient.invalidateQueries({ queryKey: ['workspaces'] });
      toast('success', 'Workspace name updated successfully');
    },
    onError: (error) => toastFailure('Failed to update workspace name', error),
  });
}
