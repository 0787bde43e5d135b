/** Lists the files that pages show, as far as the person may read them. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { ExportFile } from '../plan/file-places.ts';

// Their ids stand in the request's address.
const PAGES_AT_ONCE = 100;
// Hosted servers answer at most this many rows at a time.
const ROWS_PER_ANSWER = 1000;

/** @returns the files of each page, by its id @throws {AppError} */
export async function listFiles(
  pageIds: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, ExportFile[]>> {
  const files = new Map<string, ExportFile[]>();
  for (let at = 0; at < pageIds.length; at += PAGES_AT_ONCE)
    for (const { page_id, file } of await usesOf(pageIds.slice(at, at + PAGES_AT_ONCE), signal)) {
      const { id, name, bytes, object_name, created_at } = file;
      const listed = { id, name, bytes, objectName: object_name, changed: new Date(created_at) };
      files.set(page_id, [...(files.get(page_id) ?? []), listed]);
    }
  return files;
}

async function usesOf(pageIds: readonly string[], signal: AbortSignal) {
  const uses = [];
  for (;;) {
    const { data, error, status } = await supabase
      .from('page_file_uses')
      .select('page_id, file:page_files!inner(id, name, bytes, object_name, created_at)')
      .in('page_id', pageIds)
      .is('gone_at', null)
      .order('page_id')
      .order('file_id')
      .range(uses.length, uses.length + ROWS_PER_ANSWER - 1)
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    uses.push(...data);
    if (data.length < ROWS_PER_ANSWER) return uses;
  }
}
