/** How much room the trash frees: of each page with those under it, and all together. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../../lib/queries/query-keys.ts';
import { supabase } from '../../../../lib/supabase.ts';

export interface TrashBytes {
  readonly ofAll: number;
  /** By the page's id; pages without files of their own are not there. */
  readonly ofPages: ReadonlyMap<string, number>;
}

export function trashBytesQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.pages.trashBytes(organizationId),
    queryFn: () => getTrashBytes(organizationId),
    staleTime: 0,
    meta: { isKept: false },
  });
}

async function getTrashBytes(organizationId: string): Promise<TrashBytes> {
  const { data, error, status } = await supabase.rpc('list_trash_bytes', {
    organization_id: organizationId,
  });
  if (error) throw toDataError(error, status);
  // The row without a page is of all of them.
  const rows: readonly { readonly page_id: string | null; readonly bytes: number }[] = data;
  return {
    ofAll: rows.find(({ page_id }) => page_id === null)?.bytes ?? 0,
    ofPages: new Map(rows.flatMap(({ page_id, bytes }) => (page_id === null ? [] : [[page_id, bytes]]))),
  };
}
