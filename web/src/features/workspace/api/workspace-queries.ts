/** The keys and queries of workspaces and their members: the only place that names them. */

import { queryOptions } from '@tanstack/react-query';
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { shownName } from '../../../lib/format/shown-name.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: WorkspaceRole;
  readonly name: string;
  readonly email: string;
  readonly avatar: string | null;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly avatar: string | null;
  readonly createdAt: string;
  /** The person's own. */
  readonly role: WorkspaceRole;
  readonly memberCount: number;
}

export function membersQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.workspaces.members(organizationId),
    queryFn: () => getMembers(organizationId),
  });
}

export function workspacesQuery(userId: string) {
  return queryOptions({ queryKey: queryKeys.workspaces.list(userId), queryFn: () => getWorkspaces(userId) });
}

async function getMembers(organizationId: string): Promise<Member[]> {
  const { data, error, status } = await supabase
    .from('organization_members')
    .select(
      'id, user_id, role, status, joined_at, user_profiles!inner(id, email, full_name, display_name, avatar)',
    )
    .eq('organization_id', organizationId)
    .eq('status', 'active')
    .order('joined_at', { ascending: true });
  if (error) throw new AppError('FETCH_ERROR', sentences.fetchMembersFailed, toDataError(error, status));
  return data.map(({ id, user_id, role, user_profiles: profile }) => ({
    id,
    userId: user_id,
    role: role as WorkspaceRole,
    name: shownName(profile),
    email: profile.email ?? '',
    avatar: profile.avatar,
  }));
}

async function getWorkspaces(userId: string): Promise<Workspace[]> {
  const { data, error, status } = await supabase
    .from('organization_members')
    .select(
      'role, organizations!inner(id, name, slug, avatar, created_at, created_by, organization_members(user_id, status))',
    )
    .eq('user_id', userId)
    .eq('status', 'active')
    .order('joined_at')
    .order('id');
  if (error) throw new AppError('FETCH_ERROR', sentences.fetchWorkspacesFailed, toDataError(error, status));
  return data.map(
    ({ role, organizations: { id, name, slug, avatar, created_at, organization_members } }) => ({
      id,
      name,
      slug,
      avatar,
      createdAt: created_at,
      role: role as WorkspaceRole,
      memberCount: organization_members.filter(({ status }) => status === 'active').length,
    }),
  );
}
