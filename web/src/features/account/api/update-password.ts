/**
 * Changes the signed-in person's password, which takes the present one and signs out their other devices. If the
 * operator asks for it, an old session first has to bring a mailed code.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withTimeout } from '../../../lib/browser/time/with-timeout.ts';
import type { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { UPDATE_PASSWORD_TIMEOUT_MS } from '../../../lib/timings.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

interface NewPassword {
  /** The present one; empty for an account without a password. */
  readonly current: string;
  readonly password: string;
  /** The mailed code; empty until it was asked for. */
  readonly code: string;
}

type Outcome = 'done' | 'code-mailed';

/** @throws {AppError} */
async function updatePassword({ current, password, code }: NewPassword): Promise<Outcome> {
  const { error } = await supabase.auth.updateUser({
    password,
    ...(current && { current_password: current }),
    ...(code && { nonce: code }),
  });
  if (!error) return 'done';
  const failure = toAuthError(error, sentences.passwordUpdateFailed);
  if (failure.code === 'REAUTHENTICATION_NEEDED') {
    await mailCode();
    return 'code-mailed';
  }
  // The renewed session knows of the app that was added elsewhere, so the gate stops it and asks for its code.
  if (failure.code === 'SECOND_STEP_NEEDED') await supabase.auth.refreshSession();
  throw failure;
}

/** @throws {AppError} */
async function mailCode(): Promise<void> {
  const { error } = await supabase.auth.reauthenticate();
  if (error) throw toAuthError(error);
}

export function useUpdatePassword() {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return useMutation<Outcome, AppError | Error, NewPassword>({
    mutationFn: (input) => withTimeout(updatePassword(input), UPDATE_PASSWORD_TIMEOUT_MS),
    onSuccess: (outcome) => {
      if (outcome === 'code-mailed') return;
      toast('success', 'Password updated', { description: 'Your other devices are signed out.' });
      void readAgain(queryClient, madeOldBy.newPassword(user.id));
    },
  });
}

export function useMailCodeAgain() {
  return useMutation({ mutationFn: mailCode, onSuccess: () => toast('success', 'Code sent') });
}
