/** A workspace's latest activity, newest first, some lines at a time. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { shownName } from '../../../lib/format/shown-name.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { Activity, ActivityKind } from '../state/activity.ts';

const LINES_AT_A_TIME = 20;

/** The last line that was shown: by time, and by id among lines of the same moment. */
type Cursor = Pick<Activity, 'id' | 'happenedAt'>;

interface ActivityPart {
  readonly lines: readonly Activity[];
  /** The beginning of the next part; null at the end. */
  readonly next: Cursor | null;
}

export function recentActivityQuery(organizationId: string) {
  return infiniteQueryOptions({
    // Below the key of all pages: invalidating the pages invalidates this, shown or not.
    queryKey: queryKeys.pages.activity(organizationId),
    queryFn: ({ pageParam }) => getRecentActivity(organizationId, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (part: ActivityPart) => part.next,
    // The dashboard must show what the person has just done.
    staleTime: 0,
  });
}

async function getRecentActivity(organizationId: string, after: Cursor | null): Promise<ActivityPart> {
  let query = supabase
    .from('page_activity')
    .select(
      `id, kind, happened_at, old_name, new_name, new_parent_id,
       actor:user_profiles!page_activity_actor_id_fkey(id, avatar, full_name, display_name, email),
       page:pages!page_activity_page_id_fkey(id, name, is_archived, icon),
       new_parent:pages!page_activity_new_parent_id_fkey(id, name)`,
    )
    .eq('organization_id', organizationId)
    .order('happened_at', { ascending: false })
    .order('id', { ascending: false })
    // A line more than asked for shows whether there are more.
    .limit(LINES_AT_A_TIME + 1);
  if (after) {
    query = query
      // Redundant, but lets the index scan begin there.
      .lte('happened_at', after.happenedAt)
      .or(`happened_at.lt."${after.happenedAt}",id.lt.${after.id}`);
  }
  const { data, error, status } = await query;
  if (error) throw toDataError(error, status);

  const lines = data.slice(0, LINES_AT_A_TIME).map((row): Activity => {
    const { actor, page, new_parent: parent } = row;
    return {
      id: row.id,
      kind: row.kind as ActivityKind,
      happenedAt: row.happened_at,
      actor: actor && shownName(actor),
      picture: actor ? avatarAddress(actor.id, actor.avatar) : undefined,
      page: page && { id: page.id, name: page.name, isArchived: page.is_archived, icon: page.icon },
      oldName: row.old_name,
      newName: row.new_name,
      isAtRoot: row.new_parent_id === null,
      parentName: parent?.name ?? null,
    };
  });
  return { lines, next: data.length > LINES_AT_A_TIME ? (lines.at(-1) ?? null) : null };
}
