/** How a page begins, for the card of a link to it. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import { firstLines } from '../markdown/first-lines.ts';

export interface PageBeginning {
  readonly name: string;
  readonly icon: string | undefined;
  readonly description: string;
  /** Its first lines that say something, without marks. */
  readonly lines: readonly string[];
}

const FRESH_MS = 30_000;

/** @returns null for a page that is not there, or that one may not read */
export function pageBeginningQuery(pageId: string) {
  return queryOptions({
    queryKey: queryKeys.pages.beginning(pageId),
    queryFn: () => getPageBeginning(pageId),
    staleTime: FRESH_MS,
    retry: false,
    meta: { isKept: false },
  });
}

async function getPageBeginning(pageId: string): Promise<PageBeginning | null> {
  const { data, error, status } = await supabase
    .from('pages')
    .select('name, description, content, icon')
    .eq('id', pageId)
    .eq('is_archived', false)
    .maybeSingle();
  if (error) throw toDataError(error, status);
  if (!data) return null;
  const { name, icon, description, content } = data;
  return {
    name,
    icon: icon ?? undefined,
    description: description ?? '',
    lines: firstLines(content ?? ''),
  };
}
