/**
 * The workspace a person works in: the one they chose in this tab, else the one they chose last on this device, else the one
 * they chose last on any, else that of their first active membership.
 */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { read, store } from './browser/storage/stored-value.ts';
import { toDataError } from './errors/to-app-error.ts';
import { queryKeys } from './queries/query-keys.ts';
import { useSignedIn } from './session/signed-in.ts';
import { supabase } from './supabase.ts';

/** The first part of a mutation's key by which the person leaves a workspace or deletes it; the second is its id. */
export const ENDING_MEMBERSHIP = 'ending-membership';
/** A person who has ended a membership hears of its end from nobody else for so long after it. */
export const REMEMBER_ENDING_MS = 60_000;

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
  readonly avatar: string | null;
  readonly role: WorkspaceRole;
}

export function membershipsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.workspaces.memberships(userId),
    queryFn: () => getMemberships(userId),
  });
}

/** @returns the workspace; null for a person who belongs to none */
export function useCurrentWorkspace(): CurrentWorkspace | null {
  const { user } = useSignedIn();
  const { data } = useSuspenseQuery(membershipsQuery(user.id));
  const chosen = useSyncExternalStore(watchChoice, () =>
    choiceOfWorkspace(user.id, user.user_metadata[ON_ACCOUNT]),
  );
  return data.find(({ id }) => id === chosen) ?? data[0] ?? null;
}

/** From now on this is the workspace that the person works in: in this tab, and where new ones and new devices begin. */
export function chooseWorkspace(userId: string, organizationId: string): void {
  choices.set(userId, organizationId);
  store(choiceKey(userId), organizationId);
  store(choiceKey(userId), organizationId, 'sessionStorage');
  for (const tell of watchers) tell();
  void noteOnAccount(organizationId);
}

/** In the account's metadata, which comes with every session. */
const ON_ACCOUNT = 'last_workspace';

/** For the person's next device; without a connection that begins elsewhere. */
async function noteOnAccount(organizationId: string): Promise<void> {
  const { data } = await supabase.auth.getSession();
  if (!data.session || data.session.user.user_metadata[ON_ACCOUNT] === organizationId) return;
  await supabase.auth.updateUser({ data: { [ON_ACCOUNT]: organizationId } });
}

// Another tab's choice must not change this tab's workspace.
const choices = new Map<string, string | undefined>();

/**
 * @param onAccount what the account remembers, for a device that remembers nothing; from then on this tab does
 * @returns the id of the workspace that the person chose last; they may have left it
 */
export function choiceOfWorkspace(userId: string, onAccount?: unknown): string | undefined {
  if (!choices.has(userId)) {
    const inThisTab = read(choiceKey(userId), isText, 'sessionStorage');
    const choice = inThisTab ?? read(choiceKey(userId), isText);
    if (choice !== inThisTab) store(choiceKey(userId), choice, 'sessionStorage');
    choices.set(userId, choice);
  }
  if (choices.get(userId) === undefined && isText(onAccount)) {
    choices.set(userId, onAccount);
    store(choiceKey(userId), onAccount, 'sessionStorage');
  }
  return choices.get(userId);
}

const watchers = new Set<() => void>();

function watchChoice(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function choiceKey(userId: string): string {
  return `trellis-workspace-${userId}`;
}

async function getMemberships(userId: string): Promise<CurrentWorkspace[]> {
  const { data, error, status } = await supabase
    .from('organization_members')
    .select('role, organizations!inner(id, name, slug, avatar, logo_url, description, status)')
    .eq('user_id', userId)
    .eq('status', 'active')
    .order('joined_at')
    .order('id');
  if (error) throw toDataError(error, status);
  return data.map(({ role, organizations: { id, name, slug, avatar } }) => ({
    id,
    name,
    slug,
    avatar,
    role: role as WorkspaceRole,
  }));
}

/** Whether to show actions of owners and admins; the server decides for itself. */
export function isManager(role: WorkspaceRole): boolean {
  return role === 'owner' || role === 'admin';
}
