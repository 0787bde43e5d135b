/** Who made a page and who changed it last, for the line under its title. */
import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { shownName } from '../../../lib/format/shown-name.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface Byline {
  readonly editedAt: string;
  /** Null for somebody whose name this person may not read, or nobody. */
  readonly editor: string | null;
  readonly createdAt: string;
  readonly creator: string | null;
}

/** @returns null for a page that does not exist for this person, or not yet */
export function bylineQuery(pageId: string) {
  return queryOptions({ queryKey: queryKeys.pages.byline(pageId), queryFn: () => getByline(pageId) });
}

const PROFILE = 'full_name, display_name, email';

async function getByline(pageId: string): Promise<Byline | null> {
  const { data, error, status } = await supabase
    .from('pages')
    .select(
      `created_at, updated_at, creator:user_profiles!pages_created_by_fkey(${PROFILE}), editor:user_profiles!pages_updated_by_fkey(${PROFILE})`,
    )
    .eq('id', pageId)
    .maybeSingle();
  if (error) throw toDataError(error, status);
  return (
    data && {
      editedAt: data.updated_at,
      editor: data.editor && shownName(data.editor),
      createdAt: data.created_at,
      creator: data.creator && shownName(data.creator),
    }
  );
}
