/** Reads and writes one page's texts through the Data API. */
import type { PostgrestError } from '@supabase/supabase-js';
import { supabase } from '../../../lib/supabase.ts';
import { type PageServer, PageServerError, type SaveFailure } from '../state/page-server.ts';
import type { SavedPage } from '../state/page-texts.ts';

const TIMEOUT_MS = 15_000;
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
  if (error) throw new PageServerError(failureOf(error, status), error);
  if (!data) return undefined;
  return {
    name: data.name,
    description: data.description ?? '',
    content: data.content ?? '',
    version: data.updated_at,
  };
}

function failureOf(error: PostgrestError, status: number): SaveFailure {
  // 22P02: the address holds no page id at all; asking again will not help.
  if (error.code === '22P02') return 'refused';
  if (status === 401) return 'signed-out';
  if (status === 0) return 'offline';
  if (status >= 500 || status === 408 || status === 429) return 'failed';
  return 'refused';
}
