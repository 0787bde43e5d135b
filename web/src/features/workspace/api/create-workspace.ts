/** Founds a workspace and opens it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chooseWorkspace, membershipsQuery } from '../../../lib/current-workspace.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast } from '../../../ui/toasts/toasts.ts';
import { workspacesQuery } from './workspace-queries.ts';

export function useCreateWorkspace() {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const { data, error, status } = await supabase
        .from('organizations')
        .insert({ name })
        .select('id')
        .single();
      if (error) throw toDataError(error, status);
      return data.id;
    },
    onSuccess: async (id, name) => {
      await queryClient.invalidateQueries({ queryKey: membershipsQuery(user.id).queryKey });
      chooseWorkspace(user.id, id);
      await queryClient.invalidateQueries({ queryKey: workspacesQuery(user.id).queryKey });
      toast('success', `${name} created`);
    },
  });
}
