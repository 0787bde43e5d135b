/** Takes pages that were just imported back: into the trash, from where they can still be restored. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

// Their ids stand in the request's address.
const MOST_AT_ONCE = 100;

/**
 * @param ids of the topmost pages; those under them go along
 * @throws {AppError} when some may be left; asking again goes on
 */
export async function takeBackPages(ids: readonly string[], userId: string): Promise<void> {
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    const { error, status } = await supabase
      .from('pages')
      .update({ is_archived: true, updated_by: userId })
      .in('id', ids.slice(at, at + MOST_AT_ONCE))
      .eq('is_archived', false);
    if (error) throw toDataError(error, status);
  }
}
