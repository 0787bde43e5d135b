/** Takes a member out of the workspace. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { requireChange } from './require-change.ts';

/** @throws {AppError} */
async function removeMember(organizationId: string, memberId: string): Promise<void> {
  const answer = await supabase
    .from('organization_members')
    .delete()
    .eq('organization_id', organizationId)
    .eq('id', memberId)
    .select('id');
  requireChange(answer, 'DELETE_ERROR', sentences.removeMemberFailed);
}

export function useRemoveMember(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) => removeMember(organizationId, memberId),
    onSuccess: () => toast('success', 'Member removed successfully'),
    onError: (error) => toastFailure('Failed to remove member', error),
    onSettled: () => readAgain(queryClient, madeOldBy.removedMember(organizationId)),
  });
}
