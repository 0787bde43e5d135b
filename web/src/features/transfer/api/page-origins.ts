/** The files that pages were imported from: noted by the import, read by the export. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { ImportPage } from '../plan/import-plan.ts';
import { type PageOrigin, readOrigin } from '../plan/page-origin.ts';

// Their ids stand in the request's address.
const MOST_AT_ONCE = 100;

/** Notes the origins of pages that the server has. @throws {AppError} */
export async function noteOrigins(pages: readonly ImportPage[]): Promise<void> {
  const rows = pages.flatMap(({ id, origin }) =>
    origin ? [{ page_id: id, ...origin, changes: origin.changes.map((change) => [...change]) }] : [],
  );
  if (rows.length === 0) return;
  const { error, status } = await supabase
    .from('page_origins')
    .upsert(rows, { onConflict: 'page_id', ignoreDuplicates: true });
  if (error) throw toDataError(error, status);
}

/** @returns by the pages' ids @throws {AppError} */
export async function listOrigins(
  pageIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, PageOrigin>> {
  const origins = new Map<string, PageOrigin>();
  for (let at = 0; at < pageIds.length; at += MOST_AT_ONCE) {
    const { data, error, status } = await supabase
      .from('page_origins')
      .select('page_id, name, path, changes, files')
      .in('page_id', pageIds.slice(at, at + MOST_AT_ONCE))
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    for (const row of data) origins.set(row.page_id, readOrigin(row));
  }
  return origins;
}
