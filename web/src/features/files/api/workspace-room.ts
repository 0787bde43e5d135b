/** How much room the files of a workspace take, and how much there is for them. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

/** In bytes. */
export interface Room {
  readonly used: number;
  readonly most: number;
}

export function workspaceRoomQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.workspaces.room(organizationId),
    queryFn: () => getRoom(organizationId),
    // Uploads change it, also other people's.
    staleTime: 0,
    meta: { isKept: false },
  });
}

async function getRoom(organizationId: string): Promise<Room> {
  const { data, error, status } = await supabase
    .rpc('workspace_file_bytes', { organization_id: organizationId })
    .single();
  if (error) throw toDataError(error, status);
  return data;
}
