/** Makes join links, and takes back what lets people in. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { absoluteUrl, invitePath } from '../../../lib/paths.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { serverNow } from '../server-now.ts';
import { openInvitationsQuery } from './invitation-queries.ts';

export interface JoinLinkOrder {
  readonly role: WorkspaceRole;
  readonly days: number;
  /** Undefined: any number of people. */
  readonly maxUses: number | undefined;
}

/** The mutation's result is the link, which is told this once. */
export function useCreateJoinLink(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ role, days, maxUses }: JoinLinkOrder) => {
      const { data, error, status } = await supabase
        .rpc('create_join_link', {
          organization_id: organizationId,
          role,
          days,
          ...(maxUses !== undefined && { max_uses: maxUses }),
        })
        .single();
      if (error) throw toDataError(error, status);
      return absoluteUrl(invitePath(data.token));
    },
    onSettled: () => readAgain(queryClient, madeOldBy.invitation(organizationId)),
  });
}

/** @returns how many join links let people in now; 0 while that is not known */
export function useOpenJoinLinks(organizationId: string): number {
  const { data = [] } = useQuery(openInvitationsQuery(organizationId));
  const now = serverNow();
  return data.filter(({ email, expiresAt }) => email === null && expiresAt > now).length;
}

export function useCloseJoinLinks(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error, status } = await supabase.rpc('revoke_join_links', { organization_id: organizationId });
      if (error) throw toDataError(error, status);
    },
    onSuccess: () => toast('success', 'Join links closed'),
    onError: (error) => toastFailure('Failed to close the join links', error),
    onSettled: () => readAgain(queryClient, madeOldBy.invitation(organizationId)),
  });
}

export function useRevokeInvitation(organizationId: string, what: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (invitationId: string) => {
      const { error, status } = await supabase.rpc('revoke_invitation', { invitation_id: invitationId });
      if (error) throw toDataError(error, status);
    },
    onSuccess: () => toast('success', `${what} revoked`),
    onError: (error) => toastFailure(`Failed to revoke ${what.toLowerCase()}`, error),
    onSettled: () => readAgain(queryClient, madeOldBy.invitation(organizationId)),
  });
}
