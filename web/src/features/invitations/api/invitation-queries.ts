/** Queries a workspace's invitations and join links. Only this file names the key. */

import { queryOptions } from '@tanstack/react-query';
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

/** An invitation of an address, or a join link when it has none. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string | null;
  readonly role: WorkspaceRole;
  readonly expiresAt: Date;
  readonly uses: number;
  /** Null: any number of people. */
  readonly maxUses: number | null;
}

export function openInvitationsQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.invitations.open(organizationId),
    queryFn: () => getOpenInvitations(organizationId),
    select: (rows) => rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt) })),
  });
}

async function getOpenInvitations(organizationId: string) {
  const { data, error, status } = await supabase
    .from('organization_invitations')
    .select('id, email, role, expires_at, uses, max_uses')
    .eq('organization_id', organizationId)
    .is('revoked_at', null)
    .order('created_at', { ascending: false });
  if (error) throw new AppError('FETCH_ERROR', 'Failed to load invitations', toDataError(error, status));
  return data
    .filter(({ uses, max_uses: maxUses }) => maxUses === null || uses < maxUses)
    .map(({ id, email, role, expires_at: expiresAt, uses, max_uses: maxUses }) => ({
      id,
      email,
      role: role as WorkspaceRole,
      expiresAt,
      uses,
      maxUses,
    }));
}
