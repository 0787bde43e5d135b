/** Gives a member another role, or hands the workspace over to them. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ROLE_NAMES, type WorkspaceRole } from '../../../lib/current-workspace.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { requireChange } from './require-change.ts';
import type { Member } from './workspace-queries.ts';

interface RoleChange {
  readonly member: Member;
  readonly role: WorkspaceRole;
}

/** @throws {AppError} */
async function changeRole(organizationId: string, { member, role }: RoleChange): Promise<void> {
  const answer = await supabase
    .from('organization_members')
    .update({ role })
    .eq('organization_id', organizationId)
    .eq('id', member.id)
    .select('id');
  requireChange(answer, 'UPDATE_ERROR', sentences.changeRoleFailed);
}

export function useChangeRole(organizationId: string) {
  const settle = useRefreshRoles(organizationId);
  return useMutation({
    mutationFn: (change: RoleChange) => changeRole(organizationId, change),
    onSuccess: (_, { member, role }) => toast('success', `${member.name} is now ${ROLE_NAMES[role]}`),
    onError: (error) => toastFailure(sentences.changeRoleFailed, error),
    onSettled: settle,
  });
}

export function useHandOver(organizationId: string) {
  const settle = useRefreshRoles(organizationId);
  return useMutation({
    mutationFn: async (member: Member) => {
      const { error, status } = await supabase.rpc('hand_over_ownership', {
        organization_id: organizationId,
        member_id: member.id,
      });
      if (error) throw toDataError(error, status);
    },
    onSuccess: (_, { name }) => toast('success', `${name} owns the workspace now`),
    onError: (error) => toastFailure('Failed to hand over the workspace', error),
    onSettled: settle,
  });
}

function useRefreshRoles(organizationId: string) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return () => readAgain(queryClient, madeOldBy.roles(user.id, organizationId));
}
