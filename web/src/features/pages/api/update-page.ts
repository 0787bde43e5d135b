/** Changes columns of one page. A page that is gone, or that this person may not change, is an error. */
import type { TablesUpdate } from '../../../lib/database.types.generated.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

/** @throws {AppError} */
export async function updatePage(
  pageId: string,
  change: TablesUpdate<'pages'>,
  userId: string,
): Promise<void> {
  const { data, error, status } = await supabase
    .from('pages')
    .update({ ...change, updated_by: userId })
    .eq('id', pageId)
    .select('id');
  if (error) throw toDataError(error, status);
  // Row-level security hides a row without an error.
  if (data.length === 0) throw new AppError('NOT_FOUND_ERROR', sentences.pageNotFound);
}
