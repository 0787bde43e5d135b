/** Asks the server for the pages of a workspace that answer a question, best first. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { FoundPage, Match } from '../found-page.ts';
import { sendable } from '../matches.ts';

const MOST = 20;
const FORGET_AFTER_MS = 60_000;

export function searchQuery(organizationId: string, question: string) {
  return queryOptions({
    // Beneath the key of all pages: whatever has those read again has this asked again.
    queryKey: queryKeys.pages.search(organizationId, question),
    // An older question that is still under way is given up.
    queryFn: ({ signal }) => searchPages(organizationId, question, signal),
    gcTime: FORGET_AFTER_MS,
    retry: false,
    meta: { isKept: false },
  });
}

async function searchPages(
  organizationId: string,
  question: string,
  signal: AbortSignal,
): Promise<FoundPage[]> {
  const { data, error, status } = await supabase
    .rpc('search_pages', { workspace_id: organizationId, question: sendable(question), most: MOST })
    .abortSignal(signal);
  if (error) throw toDataError(error, status);
  return data.map(({ id, name, kind, snippet }) => ({ id, name, match: kind as Match, snippet }));
}
