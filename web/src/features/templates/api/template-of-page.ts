/**
 * A page's text as a template: with the files that the page uses. Somebody else may have written the name of another one that
 * the person who makes the template may read, and the workspace may not.
 */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { namedFiles, withFilesOnly } from '../../files/file-names.ts';

const ROWS_PER_ANSWER = 1000;

/** @throws {AppError} */
export async function templateOfPage(pageId: string, text: string): Promise<string> {
  if (namedFiles(text).length === 0) return text;
  const used = new Set<string>();
  for (let from = 0; ; from += ROWS_PER_ANSWER) {
    const { data, error, status } = await supabase
      .from('page_file_uses')
      .select('file_id')
      .eq('page_id', pageId)
      .is('gone_at', null)
      .order('file_id')
      .range(from, from + ROWS_PER_ANSWER - 1);
    if (error) throw toDataError(error, status);
    for (const { file_id } of data) used.add(file_id);
    if (data.length < ROWS_PER_ANSWER) return withFilesOnly(text, used);
  }
}
