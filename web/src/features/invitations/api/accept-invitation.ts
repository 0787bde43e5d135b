/** Makes the signed-in person a member by the link they have, and leads them into the workspace. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { chooseWorkspace } from '../../../lib/current-workspace.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { paths } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

/** @returns the workspace's id @throws {AppError} */
async function acceptInvitation(token: string): Promise<string> {
  const { data, error, status } = await supabase.rpc('accept_invitation', { token });
  if (error) throw toDataError(error, status);
  return data;
}

export function useAcceptInvitation(
  token: string,
  { userId, workspace }: { userId: string; workspace: string },
) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: (organizationId) => {
      chooseWorkspace(userId, organizationId);
      toast('success', `You are now in ${workspace}`);
      navigate(paths.dashboard, { replace: true });
    },
  });
}
