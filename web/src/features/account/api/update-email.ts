/** Asks for another email address, or for its mail again; it counts once that mail is answered. */
import { useMutation } from '@tanstack/react-query';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { absoluteUrl, paths } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { isWrongPassword } from '../state/wrong-password.ts';

interface NewAddress {
  readonly typed: string;
  /** The present one; empty for an account without a password. */
  readonly password: string;
}

/** @returns whether it counts already, as where the operator asks for no confirmation. @throws {AppError} */
async function updateEmail({ typed, password }: NewAddress): Promise<boolean> {
  const email = normalizeEmail(typed);
  const { data, error } = await supabase.auth.updateUser(
    { email, ...(password && { current_password: password }) },
    { emailRedirectTo: absoluteUrl(paths.confirm) },
  );
  if (error) throw toAuthError(error);
  return data.user.email === email;
}

/** @throws {AppError} */
async function resendVerification(email: string): Promise<void> {
  const { error } = await supabase.auth.resend({
    type: 'email_change',
    email,
    options: { emailRedirectTo: absoluteUrl(paths.confirm) },
  });
  if (error) throw toAuthError(error);
}

export function useUpdateEmail() {
  return useMutation({
    mutationFn: updateEmail,
    onSuccess: (isChanged) => (isChanged ? toast('success', 'Email address changed') : sayThatItWasSent()),
    // A wrong password is said where it was typed.
    onError: (error) => isWrongPassword(error) || toastFailure('Email update failed', error),
  });
}

/** @param current the address that still counts: the account is found by it */
export function useResendVerification(current: string) {
  return useMutation({
    mutationFn: () => resendVerification(current),
    onSuccess: sayThatItWasSent,
    onError: (error) => toastFailure('Email verification was not sent', error),
  });
}

function sayThatItWasSent(): void {
  toast('success', 'Email verification sent', {
    description: 'Please check your new email to verify the change',
  });
}
