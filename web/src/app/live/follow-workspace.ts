/**
 * Keeps the screens of the open workspace in step with everybody else's. The database tells of each change on the channel of
 * the workspace or of the person: the tree takes it from the message, a short list is read again where it is shown.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keysOfIntegrations } from '../../features/integrations/integrations.ts';
import { LiveTree } from '../../features/pages/api/live-tree.ts';
import { joinChannel } from '../../lib/live-channel.ts';
import { announceHere, readPagesChange } from '../../lib/pages-updated.ts';
import { queryKeys, readAgain } from '../../lib/query-keys.ts';
import { LIVE_CHECK_INTERVAL_MS } from '../../lib/timings.ts';
import { setTold } from '../../lib/told-queries.ts';

const SOON_MS = 50;

/** @returns how to stop */
export function followWorkspace(
  queryClient: QueryClient,
  organizationId: string,
  userId: string,
): () => void {
  const tree = new LiveTree(queryClient, organizationId);
  const lists = listsOf(organizationId, userId);
  const treeKey = queryKeys.pages.tree(organizationId);
  let isJoined = false;
  let wasJoined = false;

  let planned: ReturnType<typeof setTimeout> | undefined;
  const catchUp = async () => {
    try {
      if (!(await tree.catchUp())) await readAgain(queryClient, lists.workspaces ?? []);
    } catch {
      // The next check asks again.
    }
  };
  // Both channels come back at the same moment, and one question is enough for both.
  const catchUpSoon = () => {
    clearTimeout(planned);
    planned = setTimeout(() => void catchUp(), SOON_MS);
  };
  const onTold = (event: string, payload: Readonly<Record<string, unknown>>) => {
    if (event === 'pages' && (payload.organization_id ?? organizationId) === organizationId) {
      const pageIds = tree.apply(payload);
      if (!pageIds) catchUpSoon();
      // The tree itself has it now.
      announceHere({ kind: 'told-tree', ...(pageIds && { pageIds }) });
    } else if (event === 'texts') announceHere(readPagesChange({ ...payload, kind: 'told-texts' }));
    else void readAgain(queryClient, lists[event] ?? []);
  };
  const leaveWorkspace = joinChannel(`workspace:${organizationId}`, {
    onTold,
    onJoined: () => {
      isJoined = true;
      setTold(queryClient, treeKey, true);
      catchUpSoon();
      // At the start, the lists have just been read.
      if (wasJoined) {
        void readAgain(queryClient, Object.values(lists).flat());
        announceHere({ kind: 'told-tree' });
      }
      wasJoined = true;
    },
    onLost: () => {
      isJoined = false;
      setTold(queryClient, treeKey, false);
    },
  });
  const leavePerson = joinChannel(`person:${userId}`, {
    onTold,
    onJoined: catchUpSoon,
    onLost: () => undefined,
  });
  // A message may get lost between servers: a lost message must not be a lost change.
  const check = setInterval(() => {
    if (isJoined && document.visibilityState === 'visible') void catchUp();
  }, LIVE_CHECK_INTERVAL_MS);
  return () => {
    clearInterval(check);
    clearTimeout(planned);
    leaveWorkspace();
    leavePerson();
    setTold(queryClient, treeKey, false);
  };
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
    activity: [pages.activity(organizationId)],
    favorites: [pages.favorites(userId)],
    integrations: keysOfIntegrations(organizationId),
  };
}
