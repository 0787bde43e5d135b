/** Takes a member out of the workspace. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../lib/app-error.ts';
import { sentences } from '../../../lib/error-catalogue.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { membersQuery } from './workspace-queries.ts';

/** @throws {AppError} */
async function removeMember(organizationId: string, memberId: string): Promise<void> {
  const { data, error } = await supabase
    .from('organization_members')
    .delete()
    .eq('organization_id', organizationId)
    .eq('id', memberId)
    .select('id');
  // Row-level security hides a row without an error.
  if (error || data.length === 0)
    throw new AppError('DELETE_ERROR', error?.message ?? sentences.removeMemberFailed, error);
}

export function useRemoveMember(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) => removeMember(organizationId, memberId),
    onSuccess: () => toast('success', 'Member removed successfully'),
    onError: (error) => toastFailure('Failed to remove member', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery(organizationId).queryKey }),
  });
}
