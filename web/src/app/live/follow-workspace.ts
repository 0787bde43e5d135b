/**
 * Keeps the screens of the open workspace in step with everybody else's. The database tells of each change on the channel of
 * the workspace or of the person: the tree takes it from the message, a short list is read again where it is shown.
 */
import { hashKey, type Mutation, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { keysOfIntegrations } from '../../features/integrations/integrations.ts';
import { LiveTree } from '../../features/pages/api/live-tree.ts';
import { pageTreeQuery } from '../../features/pages/api/page-queries.ts';
import { buildForest } from '../../features/pages/tree/page-forest.ts';
import { ENDING_MEMBERSHIP, membershipsQuery } from '../../lib/current-workspace.ts';
import { joinChannel } from '../../lib/live-channel.ts';
import { openPageIds, watchOpenPages } from '../../lib/page/open-page-saves.ts';
import { announceHere, readPagesChange } from '../../lib/page/pages-updated.ts';
import { queryKeys, readAgain } from '../../lib/queries/query-keys.ts';
import { supabase } from '../../lib/supabase.ts';
import { toast } from '../../ui/toasts/toasts.ts';
import { type PresenceState, readPresence, setPresentPeople } from './present-people.ts';

// An import changes the names in thousands of texts: they are read together.
const NAMES_TOGETHER_MS = 2000;

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
    if (!before || !queryClient.getQueryData(membershipsKey) || membership()) return;
    if (!isLeaving(queryClient, organizationId))
      toast('warning', `You no longer have access to ${before.name}.`);
    // A page of it may be open.
    announceHere({ kind: 'told-tree' });
  };
  let reading: ReturnType<typeof setTimeout> | undefined;
  const readNamesSoon = () => {
    reading ??= setTimeout(() => {
      reading = undefined;
      void readAgain(queryClient, [queryKeys.pages.allBacklinks]);
    }, NAMES_TOGETHER_MS);
  };
  const onTold = (event: string, payload: Readonly<Record<string, unknown>>) => {
    if (event === 'texts') announceHere(readPagesChange({ ...payload, kind: 'told-texts' }));
    else if (event === 'links') void readAgain(queryClient, pagesIn(payload).map(queryKeys.pages.backlinks));
    else if (event === 'names') readNamesSoon();
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
    onDisconnected: () => setPresentPeople([]),
    onPresent: (screens) => setPresentPeople(readPresence(screens, userId)),
  });
  const person = joinChannel(supabase, `person:${userId}`, {
    onTold,
    onJoined: () => undefined,
    onDisconnected: () => undefined,
  });
  const tree = new LiveTree({
    client: supabase,
    queryClient,
    organizationId,
    userId,
    isSeen: () => document.visibilityState === 'visible',
    onTold: (pages) => announceHere({ kind: 'told-tree', ...pages }),
    onAccessLost: () => void readWorkspaces(),
  });
  const stopTree = tree.follow();
  const track = () => workspace.track(presenceOf(queryClient, organizationId, userId));
  const unwatchPages = watchOpenPages(track);
  const treeHash = hashKey(queryKeys.pages.tree(organizationId));
  // An open page may become private, and is not known before the tree is.
  const unwatchTree = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === treeHash) track();
  });
  track();
  return () => {
    clearTimeout(reading);
    unwatchPages();
    unwatchTree();
    stopTree();
    workspace.leave();
    person.leave();
    setPresentPeople([]);
  };
}

/** Whether the person leaves this workspace or deletes it themselves, which tells them already. */
function isLeaving(queryClient: QueryClient, organizationId: string): boolean {
  const isIt = ({ options, state }: Mutation<unknown, Error, unknown>) =>
    options.mutationKey?.[0] === ENDING_MEMBERSHIP &&
    options.mutationKey[1] === organizationId &&
    (state.status === 'pending' || state.status === 'success');
  return queryClient.getMutationCache().getAll().some(isIt);
}

/** The pages that are linked to otherwise than before. */
function pagesIn({ pageIds }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(pageIds) ? pageIds.map(String) : [];
}

/** The other members hear nothing of a private page, or of one beneath it, not even its id. */
function presenceOf(queryClient: QueryClient, organizationId: string, userId: string): PresenceState {
  const [pageId] = openPageIds();
  const rows = queryClient.getQueryData(pageTreeQuery(organizationId).queryKey);
  if (pageId === undefined || !rows) return { userId, pageId: null };
  const { pages, ancestorsOf } = buildForest(rows);
  const page = pages.get(pageId);
  const isShared = page && [page, ...ancestorsOf(pageId)].every(({ visibility }) => visibility !== 'private');
  return { userId, pageId: isShared ? pageId : null };
}

/** The answers that each event makes old. */
function listsOf(organizationId: string, userId: string): Readonly<Record<string, readonly QueryKey[]>> {
  const { workspaces, invitations, pages, sharing, templates } = queryKeys;
  const mine = [workspaces.memberships(userId), workspaces.list(userId)];
  return {
    members: [workspaces.members(organizationId), ...mine],
    workspace: mine,
    workspaces: mine,
    invitations: [invitations.open(organizationId)],
    favorites: [pages.favorites(userId)],
    shares: [sharing.shares(organizationId)],
    templates: [templates.list(organizationId)],
    integrations: keysOfIntegrations(organizationId),
  };
}
