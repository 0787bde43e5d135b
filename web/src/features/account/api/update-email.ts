/** Asks for another email address; it counts once the mail sent there is answered. */
import { useMutation } from '@tanstack/react-query';
import { absoluteUrl, paths } from '../../../lib/paths.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toAuthError } from '../../../lib/to-app-error.ts';
import { normalizeEmail } from '../../../lib/validation.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';

/** @throws {AppError} */
async function updateEmail(email: string): Promise<void> {
  const { error } = await supabase.auth.updateUser(
    { email: normalizeEmail(email) },
    { emailRedirectTo: absoluteUrl(paths.confirm) },
  );
  if (error) throw toAuthError(error);
}

export function useUpdateEmail() {
  return useMutation({
    mutationFn: updateEmail,
    onSuccess: () =>
      toast('success', 'Email verification sent', {
        description: 'Please check your new email to verify the change',
      }),
    onError: (error) => toastFailure('Email update failed', error),
  });
}
