/** Reads the pages that the person may see, for an export, in portions that every server answers. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import type { LookColumns } from '../../../lib/page/known-looks.ts';
import { supabase } from '../../../lib/supabase.ts';

// Hosted servers answer at most this many rows at a time.
const ROWS_PER_ANSWER = 1000;
// Each may hold 5 MB.
const TEXTS_PER_ANSWER = 20;

export interface PageRow extends LookColumns {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly order_index: number;
  readonly visibility: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface OwnPageRow extends PageRow {
  readonly organization_id: string;
  readonly is_archived: boolean;
}

const COLUMNS =
  'id, parent_id, name, description, order_index, visibility, created_at, updated_at, icon, cover, is_full_width, has_small_text, is_locked';

/** @throws {AppError} */
export async function listPages(organizationId: string, signal: AbortSignal): Promise<PageRow[]> {
  const pages: PageRow[] = [];
  for (;;) {
    const last = pages.at(-1)?.id;
    const query = supabase
      .from('pages')
      .select(COLUMNS)
      .eq('organization_id', organizationId)
      .eq('is_archived', false);
    const { data, error, status } = await (last === undefined ? query : query.gt('id', last))
      .order('id')
      .limit(ROWS_PER_ANSWER)
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    pages.push(...data);
    if (data.length < ROWS_PER_ANSWER) return pages;
  }
}

/** The names that pages had before, newest first, as far as the person may read them. @throws {AppError} */
export async function listFormerNames(organizationId: string, signal: AbortSignal) {
  const names: { readonly page_id: string | null; readonly old_name: string | null }[] = [];
  for (;;) {
    const { data, error, status } = await supabase
      .from('page_activity')
      .select('page_id, old_name')
      .eq('organization_id', organizationId)
      .eq('kind', 'renamed')
      .order('happened_at', { ascending: false })
      .order('id')
      .range(names.length, names.length + ROWS_PER_ANSWER - 1)
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    names.push(...data);
    if (data.length < ROWS_PER_ANSWER) return names;
  }
}

/** A person's own pages in all workspaces, trash included. @throws {AppError} */
export async function listOwnPages(userId: string, signal: AbortSignal): Promise<OwnPageRow[]> {
  const pages: OwnPageRow[] = [];
  for (;;) {
    const last = pages.at(-1)?.id;
    const query = supabase
      .from('pages')
      .select(`${COLUMNS}, organization_id, is_archived`)
      .eq('created_by', userId);
    const { data, error, status } = await (last === undefined ? query : query.gt('id', last))
      .order('id')
      .limit(ROWS_PER_ANSWER)
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    pages.push(...data);
    if (data.length < ROWS_PER_ANSWER) return pages;
  }
}

/**
 * Gives each page with its text, in the order of the list. A page that is gone by now is left out.
 * @throws {AppError}
 */
export async function* readTexts<Page extends { readonly id: string }>(
  pages: readonly Page[],
  signal: AbortSignal,
): AsyncGenerator<{ readonly page: Page; readonly content: string }> {
  for (let at = 0; at < pages.length; at += TEXTS_PER_ANSWER) {
    const some = pages.slice(at, at + TEXTS_PER_ANSWER);
    const ids = some.map(({ id }) => id);
    const { data, error, status } = await supabase
      .from('pages')
      .select('id, content')
      .in('id', ids)
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    const texts = new Map(data.map(({ id, content }) => [id, content]));
    for (const page of some) {
      const content = texts.get(page.id);
      if (content !== undefined) yield { page, content };
    }
  }
}
