/**
 * Keeps the screens of the open workspace in step with everybody else's. The database tells of each change on the channel of
 * the workspace or of the person: the tree takes it from the message, a short list is read again where it is shown.
 */
import type { Mutation, QueryClient, QueryKey } from '@tanstack/react-query';
import { keysOfIntegrations } from '../../features/integrations/integrations.ts';
import { LiveTree } from '../../features/pages/api/live-tree.ts';
import { pageTreeQuery } from '../../features/pages/api/page-queries.ts';
import { membershipsQuery } from '../../lib/current-workspace.ts';
import { joinChannel } from '../../lib/live-channel.ts';
import { openPageIds, watchOpenPages } from '../../lib/open-page-saves.ts';
import { announceHere, readPagesChange } from '../../lib/pages-updated.ts';
import { queryKeys, readAgain } from '../../lib/query-keys.ts';
import { supabase } from '../../lib/supabase.ts';
import { toast } from '../../ui/toasts/toasts.ts';
import { readPresence, setPresentPeople, type Whereabouts } from './present-people.ts';

/** @returns how to stop */
export function followWorkspace(
  queryClient: QueryClient,
  organizationId: string,
  userId: string,
): () => void {
  const lists = listsOf(organizationId, userId);
  const { queryKey: membershipsKey } = membershipsQuery(userId);
  const membership = () => queryClient.getQueryData(membershipsKey)?.find(({ id }) => id === organizationId);
  const readWorkspaces = async () => {
    const before = membership();
    await readAgain(queryClient, lists.workspaces ?? []);
    if (!before || membership()) return;
    if (!isLeaving(queryClient)) toast('warning', `You no longer have access to ${before.name}.`);
    // A page of it may be open.
    announceHere({ kind: 'told-tree' });
  };
  const onTold = (event: string, payload: Readonly<Record<string, unknown>>) => {
    if (event === 'texts') announceHere(readPagesChange({ ...payload, kind: 'told-texts' }));
    else if (event === 'workspaces') void readWorkspaces();
    else void readAgain(queryClient, lists[event] ?? []);
  };
  let wasJoined = false;
  const workspace = joinChannel(supabase, `workspace:${organizationId}`, {
    onTold,
    onJoined: () => {
      // At the start, the lists have just been read.
      if (wasJoined) void readAgain(queryClient, Object.values(lists).flat());
      wasJoined = true;
    },
    onLost: () => setPresentPeople([]),
    onPresent: (screens) => setPresentPeople(readPresence(screens, userId)),
  });
  const person = joinChannel(supabase, `person:${userId}`, {
    onTold,
    onJoined: () => undefined,
    onLost: () => undefined,
  });
  const tree = new LiveTree({
    client: supabase,
    queryClient,
    organizationId,
    userId,
    isSeen: () => document.visibilityState === 'visible',
    onTold: (pages) => announceHere({ kind: 'told-tree', ...pages }),
    onLost: () => void readWorkspaces(),
  });
  const stopTree = tree.follow();
  const tellWhereabouts = () => workspace.tellPresence(whereabouts(queryClient, organizationId, userId));
  const forgetOpenPages = watchOpenPages(tellWhereabouts);
  tellWhereabouts();
  return () => {
    forgetOpenPages();
    stopTree();
    workspace.leave();
    person.leave();
    setPresentPeople([]);
  };
}

/** Whether the person has just left a workspace or deleted it themselves, and has been told so. */
function isLeaving(queryClient: QueryClient): boolean {
  const isIt = ({ meta, state }: Mutation) =>
    meta?.endsMembership === true && state.status !== 'error' && Date.now() - state.submittedAt < 10_000;
  return queryClient.getMutationCache().find({ predicate: isIt }) !== undefined;
}

/** The other members hear nothing of a private page, not even its id. */
function whereabouts(queryClient: QueryClient, organizationId: string, userId: string): Whereabouts {
  const pages = queryClient.getQueryData(pageTreeQuery(organizationId).queryKey) ?? [];
  const isShared = (pageId: string) =>
    pages.some(({ id, visibility }) => id === pageId && visibility !== 'private');
  return { userId, pageId: openPageIds().find(isShared) ?? null };
}

/** The answers that each event makes old. */
function listsOf(organizationId: string, userId: string): Readonly<Record<string, readonly QueryKey[]>> {
  const { workspaces, invitations, pages } = queryKeys;
  const mine = [workspaces.memberships(userId), workspaces.list(userId)];
  return {
    members: [workspaces.members(organizationId), ...mine],
    workspace: mine,
    workspaces: mine,
    invitations: [invitations.open(organizationId)],
    favorites: [pages.favorites(userId)],
    integrations: keysOfIntegrations(organizationId),
  };
}
