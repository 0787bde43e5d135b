/** What an invitation is about, for whoever has its link. */
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { failure, type Result, success } from '../../../lib/errors/app-error.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface Invitation {
  readonly state: 'open' | 'expired' | 'used' | 'revoked';
  readonly organizationId: string;
  readonly workspace: string;
  /** Undefined when their account is gone. */
  readonly inviter: string | undefined;
  readonly role: WorkspaceRole;
  /** Who may accept; undefined: whoever has the link. */
  readonly email: string | undefined;
  /** Whoever asks is in already. */
  readonly isMember: boolean;
}

/** @returns null when the link leads nowhere */
export async function lookUpInvitation(token: string): Promise<Result<Invitation | null>> {
  const { data, error, status } = await supabase.rpc('look_up_invitation', { token });
  if (error) return failure(toDataError(error, status));
  const [found] = data;
  if (!found) return success(null);
  return success({
    state: found.state as Invitation['state'],
    organizationId: found.organization_id,
    workspace: found.organization_name,
    inviter: found.inviter_name ?? undefined,
    role: found.role as WorkspaceRole,
    email: found.email ?? undefined,
    isMember: found.is_member,
  });
}
