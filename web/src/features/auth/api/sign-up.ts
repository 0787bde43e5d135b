/** Makes an account. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { absoluteUrl, confirmPath } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';
import { SIGN_UP_TIMEOUT_MS } from '../../../lib/timings.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { attempt } from './attempt.ts';
import { checkCredentials } from './check-credentials.ts';
import { findOutbox } from './find-outbox.ts';

export interface NewAccount {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export type SignUpOutcome =
  | { readonly kind: 'signed-in' }
  /** The address has to be confirmed first, by a mail that may be one to be read on this machine. */
  | { readonly kind: 'confirm-email'; readonly outbox: string | undefined };

/** @param next where the person goes once their address is confirmed */
export async function signUp(account: NewAccount, next: string): Promise<SignUpOutcome> {
  checkCredentials(account);
  return attempt(
    async () => {
      const { data, error } = await supabase.auth.signUp({
        email: normalizeEmail(account.email),
        password: account.password,
        options: {
          data: { full_name: account.fullName.trim() },
          emailRedirectTo: absoluteUrl(confirmPath(next)),
        },
      });
      if (error) throw error;
      // The auth service did not say this "OK".
      if (!data.user?.id) throw new AppError('UNKNOWN_ERROR', sentences.signUpFailed);
      return data.session ? { kind: 'signed-in' } : { kind: 'confirm-email', outbox: await findOutbox() };
    },
    SIGN_UP_TIMEOUT_MS,
    sentences.signUpFailed,
  );
}
