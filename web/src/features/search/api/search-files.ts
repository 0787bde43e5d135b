/** Asks the server for the files of a workspace whose names hold the words of a question. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { FoundFile } from '../found-file.ts';
import { sendable } from '../matches.ts';

const MOST = 5;
const FORGET_AFTER_MS = 60_000;

export function searchFilesQuery(organizationId: string, question: string) {
  return queryOptions({
    queryKey: queryKeys.pages.searchFiles(organizationId, question),
    queryFn: ({ signal }) => searchFiles(organizationId, question, signal),
    gcTime: FORGET_AFTER_MS,
    retry: false,
    meta: { isKept: false },
  });
}

async function searchFiles(
  organizationId: string,
  question: string,
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const { data, error, status } = await supabase
    .rpc('search_files', { workspace_id: organizationId, question: sendable(question), most: MOST })
    .abortSignal(signal);
  if (error) throw toDataError(error, status);
  return data.map(({ id, name, media_type, bytes, page_id, page_name }) => ({
    id,
    name,
    mediaType: media_type,
    bytes,
    page: { id: page_id, name: page_name },
  }));
}
