/** The names that pages have besides their present ones: aliases in their front matter, and those from before a rename. */
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

/** A page that has a name, but not as its first one. */
export interface OtherNamed {
  readonly pageId: string;
  /** Given by its front matter; otherwise the page had the name before. */
  readonly isAlias: boolean;
}

/** @returns the pages that have or had these names, as far as one may read them */
export async function getOtherwiseNamed(
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly OtherNamed[]>> {
  const { data, error, status } = await supabase.rpc('pages_also_named', { names: [...names] });
  if (error) throw toDataError(error, status);
  const pages = Map.groupBy(data, ({ name }) => name);
  return new Map(
    names.map((name) => [
      name,
      pages.get(name)?.map(({ page_id, is_alias }) => ({ pageId: page_id, isAlias: is_alias })) ?? [],
    ]),
  );
}
