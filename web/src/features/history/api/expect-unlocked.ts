/** Asks whether a page may be written over: the screen that offers it may be older than the page's lock. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

/** @throws {AppError} when it is locked, with the database's sentence */
export async function expectUnlocked(pageId: string): Promise<void> {
  const { error, status } = await supabase.rpc('expect_unlocked', { page_id: pageId });
  if (error) throw toDataError(error, status);
}
