/** Founds a workspace and opens it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chooseWorkspace } from '../../../lib/current-workspace.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

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
      await readAgain(queryClient, madeOldBy.workspace(user.id));
      chooseWorkspace(user.id, id);
      toast('success', `${name} created`);
    },
  });
}
