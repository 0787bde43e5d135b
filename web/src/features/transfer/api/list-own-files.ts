/** Lists the files that a person has put in, into pages of others and former texts as well, as far as they may read them today. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { OwnFile } from '../plan/own-files.ts';

// Hosted servers answer at most this many rows at a time.
const ROWS_PER_ANSWER = 1000;
// Their ids stand in the request's address.
const PAGES_AT_ONCE = 100;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly object_name: string;
  readonly created_at: string;
  readonly organization_id: string | null;
  readonly page_id: string | null;
}

/** @throws {AppError} */
export async function listOwnFiles(userId: string, signal: AbortSignal): Promise<OwnFile[]> {
  const files: Row[] = [];
  for (;;) {
    const last = files.at(-1)?.id;
    const query = supabase
      .from('page_files')
      .select('id, name, bytes, object_name, created_at, organization_id, page_id')
      .eq('created_by', userId)
      .is('doomed_at', null)
      .not('uploaded_at', 'is', null);
    const { data, error, status } = await (last === undefined ? query : query.gt('id', last))
      .order('id')
      .limit(ROWS_PER_ANSWER)
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    files.push(...data);
    if (data.length < ROWS_PER_ANSWER) break;
  }
  const names = await namesOf([...new Set(files.flatMap(({ page_id }) => page_id ?? []))], signal);
  return files.map(({ id, name, bytes, object_name, created_at, organization_id, page_id }) => ({
    id,
    name,
    bytes,
    objectName: object_name,
    changed: new Date(created_at),
    organizationId: organization_id,
    pageName: names.get(page_id ?? ''),
  }));
}

async function namesOf(pageIds: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let at = 0; at < pageIds.length; at += PAGES_AT_ONCE) {
    const { data, error, status } = await supabase
      .from('pages')
      .select('id, name')
      .in('id', pageIds.slice(at, at + PAGES_AT_ONCE))
      .abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toDataError(error, status);
    for (const { id, name } of data) names.set(id, name);
  }
  return names;
}
