/** Signs out: on the server, and of everything kept in this browser. */
import { supabase } from '../../../lib/supabase.ts';
import { clearRecoveryTokens } from '../state/recovery-tokens.ts';

/** @returns false when the server could not be told; this browser has forgotten the session all the same */
export async function signOut(): Promise<boolean> {
  clearRecoveryTokens();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  return !error;
}
