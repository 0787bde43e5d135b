/** Makes an account. */
import { AppError, failure, type Result, success } from '../../../lib/app-error.ts';
import { sentences } from '../../../lib/error-catalogue.ts';
import { SIGN_UP_TIMEOUT_MS } from '../../../lib/limits.ts';
import { absoluteUrl, paths } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';

export interface NewAccount {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

/** @returns whether the account is signed in already, or has to confirm its address first */
export async function signUp(account: NewAccount): Promise<Result<'signed-in' | 'confirm-email'>> {
  const checked = checkCredentials(account);
  if (!checked.success) return checked;
  return attempt(async () => {
    const { data, error } = await supabase.auth.signUp({
      email: normalizeEmail(account.email),
      password: account.password,
      options: {
        data: { full_name: account.fullName.trim() },
        emailRedirectTo: absoluteUrl(paths.confirm),
      },
    });
    if (error) throw error;
    if (!data.user) return failure(new AppError('UNKNOWN_ERROR', sentences.signUpFailed));
    return success(data.session ? 'signed-in' : 'confirm-email');
  }, SIGN_UP_TIMEOUT_MS);
}
