/** Looks an invitation up by the token of its link. */
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

/** The workspace that the reader is in already. */
interface Membership {
  readonly organizationId: string;
  readonly workspace: string;
}

export interface OpenInvitation {
  readonly state: 'open';
  readonly membership: Membership | undefined;
  readonly workspace: string;
  /** Undefined when their account is gone. */
  readonly inviter: string | undefined;
  readonly role: WorkspaceRole;
  /** The only address that may accept; undefined: any. */
  readonly email: string | undefined;
}

/** An invitation closed to this reader reveals nothing else. */
export interface ClosedInvitation {
  readonly state: 'expired' | 'used' | 'revoked' | 'refused';
  readonly membership: Membership | undefined;
}

export type Invitation = OpenInvitation | ClosedInvitation;

/** @returns null when the link leads nowhere */
export async function lookUpInvitation(token: string): Promise<Invitation | null> {
  const { data, error, status } = await supabase.rpc('look_up_invitation', { token });
  if (error) throw toDataError(error, status);
  const [found] = data;
  if (!found) return null;
  const { organization_id: organizationId, organization_name: workspace } = found;
  const membership = found.is_member ? { organizationId, workspace } : undefined;
  const state = found.state as Invitation['state'];
  if (state !== 'open') return { state, membership };
  return {
    state,
    membership,
    workspace,
    inviter: found.inviter_name ?? undefined,
    role: found.role as WorkspaceRole,
    email: found.email ?? undefined,
  };
}
