/** Takes oneself out of the workspace. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ENDING_MEMBERSHIP, REMEMBER_ENDING_MS } from '../../../lib/current-workspace.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { saveOpenPages } from '../../../lib/page/open-page-saves.ts';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { requireChange } from './require-change.ts';

export function useLeaveWorkspace({ id, name }: { readonly id: string; readonly name: string }) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: [ENDING_MEMBERSHIP, id],
    gcTime: REMEMBER_ENDING_MS,
    mutationFn: async () => {
      // Afterwards nothing can be saved there any more.
      await saveOpenPages();
      const answer = await supabase
        .from('organization_members')
        .delete()
        .eq('organization_id', id)
        .eq('user_id', user.id)
        .select('id');
      requireChange(answer, 'DELETE_ERROR', sentences.leaveWorkspaceFailed);
    },
    onSuccess: async () => {
      toast('success', `You left ${name}`);
      navigate(paths.organizations);
      await queryClient.resetQueries();
    },
    onError: (error) => toastFailure(sentences.leaveWorkspaceFailed, error),
  });
}
