/** The workspace a person works in: that of their first active membership. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { toDataError } from './errors/to-app-error.ts';
import { useSignedIn } from './session/signed-in.ts';
import { supabase } from './supabase.ts';

export type WorkspaceRole = 'owner' | 'admin' | 'member';

export const ROLE_NAMES: Readonly<Record<WorkspaceRole, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
};

export interface CurrentWorkspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly role: WorkspaceRole;
}

export function currentWorkspaceQuery(userId: string) {
  return queryOptions({
    queryKey: ['current-workspace', userId],
    queryFn: () => getCurrentWorkspace(userId),
  });
}

/** @returns the workspace; null for a person who belongs to none */
export function useCurrentWorkspace(): CurrentWorkspace | null {
  const { user } = useSignedIn();
  return useSuspenseQuery(currentWorkspaceQuery(user.id)).data;
}

async function getCurrentWorkspace(userId: string): Promise<CurrentWorkspace | null> {
  const { data, error, status } = await supabase
    .from('organization_members')
    .select('role, organizations!inner(id, name, slug, logo_url, description, status)')
    .eq('user_id', userId)
    .eq('status', 'active')
    .order('joined_at')
    .order('id')
    .limit(1)
    .maybeSingle();
  if (error) throw toDataError(error, status);
  if (!data) return null;
  const { id, name, slug } = data.organizations;
  return { id, name, slug, role: data.role as WorkspaceRole };
}

/** Whether to show what only owners and admins may do; the server decides for itself. */
export function isManager(role: WorkspaceRole): boolean {
  return role === 'owner' || role === 'admin';
}
