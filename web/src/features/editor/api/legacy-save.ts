/** Sends the saves of an earlier release. */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../lib/database.types.generated.ts';
import type { LegacySave } from '../state/legacy-drafts.ts';
import { dataOf, TIMEOUT_MS } from './supabase-page-server.ts';

/** Sends a save of an earlier release once more. */
export function legacySave(client: Pick<SupabaseClient<Database>, 'rpc'>, pageId: string) {
  return async ({ id, writer, basedOn, texts }: LegacySave): Promise<string | undefined> => {
    const answer = await client
      .rpc('save_page', { page_id: pageId, writer, save_id: id, based_on: basedOn, texts })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
      .maybeSingle<{ readonly last_save: string | null }>();
    return dataOf(answer)?.last_save ?? undefined;
  };
}
