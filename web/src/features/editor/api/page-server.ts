/** Reads and writes one page's texts through the Data API. */
import type { PostgrestError } from '@supabase/supabase-js';
import { supabase } from '../../../lib/supabase.ts';
import { type PageServer, PageServerError, type SaveFailure } from '../state/page-server.ts';
import type { SavedPage } from '../state/page-texts.ts';

const TIMEOUT_MS = 15_000;
// Postgres' invalid_text_representation.
const INVALID_TEXT = '22P02';
const COLUMNS = 'name, description, content, updated_at';

interface PageRow {
  readonly name: string;
  readonly description: string | null;
  readonly content: string | null;
  readonly updated_at: string;
}

/** @param userId who is recorded as the page's last editor */
export function pageServer(pageId: string, userId: string): PageServer {
  return {
    load: async () => {
      // Renewing an old session first would take half a minute to fail.
      if (!navigator.onLine) throw new PageServerError('offline', undefined);
      const answer = await supabase
        .from('pages')
        .select(COLUMNS)
        .eq('id', pageId)
        .eq('is_archived', false)
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        .maybeSingle();
      return toPage(answer);
    },
    save: async (fields, version) => {
      const answer = await supabase
        .from('pages')
        .update({ ...fields, updated_by: userId, updated_at: new Date().toISOString() })
        .eq('id', pageId)
        .eq('is_archived', false)
        .eq('updated_at', version)
        .select(COLUMNS)
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        .maybeSingle();
      return toPage(answer);
    },
  };
}

interface Answer {
  readonly data: PageRow | null;
  readonly error: PostgrestError | null;
  readonly status: number;
}

function toPage({ data, error, status }: Answer): SavedPage | undefined {
  // What stands in the address is no page's id: there is no such page.
  if (error?.code === INVALID_TEXT) return undefined;
  if (error) throw new PageServerError(failureOf(status), error);
  if (!data) return undefined;
  return {
    name: data.name,
    description: data.description ?? '',
    content: data.content ?? '',
    version: data.updated_at,
  };
}

function failureOf(status: number): SaveFailure {
  if (status === 401) return 'signed-out';
  if (status === 0) return 'offline';
  if (status >= 500 || status === 408 || status === 429) return 'failed';
  return 'refused';
}
