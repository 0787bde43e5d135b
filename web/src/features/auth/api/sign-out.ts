/**
 * Signs out: on the server, and of everything kept in this browser, once what was just typed is saved. It ends this
 * session alone.
 */
import { atMost } from '../../../lib/browser/time/pause.ts';
import type { AppError } from '../../../lib/errors/app-error.ts';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { saveOpenPages } from '../../../lib/page/open-page-saves.ts';
import { supabase } from '../../../lib/supabase.ts';
import { clearRecoveryTokens } from '../state/recovery-tokens.ts';
import { wishToSignOut } from '../state/session/sign-out-wish.ts';

// Without a connection the words stay in this browser; nobody waits for long.
const SAVE_PATIENCE_MS = 3000;

/** @returns why the server could not be reached, if so; this browser has forgotten the session all the same */
export async function signOut(): Promise<AppError | undefined> {
  await atMost(saveOpenPages(), SAVE_PATIENCE_MS);
  clearRecoveryTokens();
  wishToSignOut();
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  return error ? toAuthError(error) : undefined;
}
