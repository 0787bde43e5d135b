/** Reads and writes one page's texts through the Data API. */
import type { PostgrestError } from '@supabase/supabase-js';
import { supabase } from '../../../lib/supabase.ts';
import { type PageServer, PageServerError, type SaveFailure } from '../state/page-server.ts';
import { type PageTexts, TEXT_FIELDS } from '../state/page-texts.ts';

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

export function pageServer(pageId: string): PageServer {
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
        // The saver tries again itself, and until then the screen tells that the server cannot be reached.
        .retry(false)
        .maybeSingle<PageRow>();
      const row = dataOf(answer);
      return row
        ? {
            name: row.name,
            description: row.description ?? '',
            content: row.content ?? '',
            version: row.updated_at,
          }
        : undefined;
    },
    save: async ({ id, writer, basedOn, texts, beginsVersion }) => {
      const answer = await supabase
        .rpc('save_page', {
          page_id: pageId,
          writer,
          save_id: id,
          based_on: basedOn,
          texts,
          begins_version: beginsVersion,
        })
        .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
        .maybeSingle<SaveRow>();
      const row = dataOf(answer);
      if (!row) return undefined;
      const said = TEXT_FIELDS.flatMap((field) => {
        const text = row[field];
        return text === null ? [] : [[field, text]];
      });
      return {
        lastSave: row.last_save ?? undefined,
        version: row.version,
        texts: Object.fromEntries(said) as Partial<PageTexts>,
      };
    },
  };
}

/** A text is null where the page has it as sent. */
interface SaveRow extends Record<keyof PageTexts, string | null> {
  readonly last_save: string | null;
  readonly version: string;
}

interface Answer<Row> {
  readonly data: Row | null;
  readonly error: PostgrestError | null;
  readonly status: number;
}

/**
 * @returns undefined when there is no such page
 * @throws {PageServerError}
 */
function dataOf<Row>({ data, error, status }: Answer<Row>): Row | undefined {
  // The id in the address is no UUID: there is no such page.
  if (error?.code === INVALID_TEXT) return undefined;
  if (error) throw new PageServerError(failureOf(status), error);
  return data ?? undefined;
}

function failureOf(status: number): SaveFailure {
  if (status === 401) return 'signed-out';
  if (status === 0) return 'offline';
  if (status >= 500 || status === 408 || status === 429) return 'failed';
  return 'refused';
}
