/** A workspace's trash, newest first. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../../lib/errors/to-app-error.ts';
import { pageTitle } from '../../../../lib/page/page-title.ts';
import { pendingChanges } from '../../../../lib/queries/pending-changes.ts';
import { queryKeys } from '../../../../lib/queries/query-keys.ts';
import { supabase } from '../../../../lib/supabase.ts';
import { ROWS_PER_ANSWER } from '../page-queries.ts';

export interface TrashEntry {
  readonly id: string;
  readonly name: string;
  /** Left out by what an earlier version kept on this device. */
  readonly icon?: string | null;
  readonly isPrivate: boolean;
  readonly archivedAt: string;
  /** Null once that account is gone or hidden. */
  readonly archivedBy: { readonly id: string; readonly name: string } | null;
  /** How many went to the trash with it. */
  readonly pagesBeneath: number;
}

export function trashQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.pages.trash(organizationId),
    queryFn: ({ client, queryKey }) =>
      pendingChanges<TrashEntry>(client, queryKey).read(() => getTrash(organizationId)),
    // People look in the trash for recently deleted pages.
    staleTime: 0,
  });
}

async function getTrash(organizationId: string): Promise<TrashEntry[]> {
  const entries: TrashEntry[] = [];
  for (;;) {
    const part = await getTrashFrom(organizationId, entries.length);
    entries.push(...part);
    if (part.length < ROWS_PER_ANSWER) return entries;
  }
}

async function getTrashFrom(organizationId: string, offset: number): Promise<TrashEntry[]> {
  const { data, error, status } = await supabase
    .rpc('list_trash', { organization_id: organizationId })
    .range(offset, offset + ROWS_PER_ANSWER - 1);
  if (error) throw toDataError(error, status);
  return data.map((row) => ({
    id: row.id,
    name: pageTitle(row.name),
    icon: row.icon,
    isPrivate: row.visibility === 'private',
    archivedAt: row.archived_at,
    archivedBy: row.archived_by_name ? { id: row.archived_by, name: row.archived_by_name } : null,
    pagesBeneath: row.pages_beneath,
  }));
}
