/** Downloads the archive that the server has just permitted this browser: it may be larger than a page can hold. */
import { configuration } from '../../../lib/supabase.ts';

export function downloadArchive(): void {
  const link = document.createElement('a');
  link.href = `${configuration.supabaseUrl}/operator/v1/archive`;
  link.download = '';
  link.click();
}
