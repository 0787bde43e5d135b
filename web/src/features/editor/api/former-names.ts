/** The names that pages had before their present ones, as the activity of the workspace tells them. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

const MOST = 1000;

/** @returns their names by the pages that had them, as far as one may read those */
export async function getFormerNames(pageIds: readonly string[]): Promise<ReadonlyMap<string, Set<string>>> {
  const { data, error, status } = await supabase
    .from('page_activity')
    .select('page_id, old_name')
    .eq('kind', 'renamed')
    .in('page_id', pageIds)
    .order('happened_at', { ascending: false })
    .limit(MOST);
  if (error) throw toDataError(error, status);
  const names = new Map<string, Set<string>>(pageIds.map((id) => [id, new Set()]));
  for (const { page_id, old_name } of data)
    if (page_id !== null && old_name !== null) names.get(page_id)?.add(old_name);
  return names;
}

/** @returns the pages that had these names, as far as one may read them */
export async function getFormerlyNamed(names: readonly string[]): Promise<ReadonlyMap<string, Set<string>>> {
  const { data, error, status } = await supabase
    .from('page_activity')
    .select('page_id, old_name')
    .eq('kind', 'renamed')
    .in('old_name', names)
    .order('happened_at', { ascending: false })
    .limit(MOST);
  if (error) throw toDataError(error, status);
  const pages = new Map<string, Set<string>>(names.map((name) => [name, new Set()]));
  for (const { page_id, old_name } of data)
    if (page_id !== null && old_name !== null) pages.get(old_name)?.add(page_id);
  return pages;
}
