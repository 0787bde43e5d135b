/** Deletes the workspace with everything in it, unless it is the person's only one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ENDING_MEMBERSHIP, REMEMBER_ENDING_MS } from '../../../lib/current-workspace.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { giveAccessBack } from '../../integrations/give-access-back.ts';
import { requireChange } from './require-change.ts';
import { workspacesQuery } from './workspace-queries.ts';

/** @throws {AppError} */
async function deleteWorkspace(organizationId: string): Promise<void> {
  const answer = await supabase.from('organizations').delete().eq('id', organizationId).select('id');
  requireChange(answer, 'DELETE_ERROR', sentences.deleteWorkspaceFailed);
}

export function useDeleteWorkspace(organizationId: string) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: [ENDING_MEMBERSHIP, organizationId],
    gcTime: REMEMBER_ENDING_MS,
    mutationFn: async () => {
      const workspaces = await queryClient.fetchQuery({ ...workspacesQuery(user.id), staleTime: 0 });
      if (workspaces.length < 2) throw new AppError('CANNOT_DELETE_LAST_WORKSPACE', sentences.lastWorkspace);
      await giveAccessBack(organizationId);
      await deleteWorkspace(organizationId);
    },
    onSuccess: async () => {
      toast('success', 'Workspace deleted successfully');
      navigate(paths.settings);
      await queryClient.resetQueries();
    },
    onError: (error) => {
      const isLast = error instanceof AppError && error.code === 'CANNOT_DELETE_LAST_WORKSPACE';
      if (isLast) toast('error', 'Cannot delete workspace: You cannot delete your only workspace');
      else toastFailure('Failed to delete workspace', error);
    },
  });
}
