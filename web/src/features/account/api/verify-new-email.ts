/** Takes the code of the mail that was sent to a new address. */
import { useMutation } from '@tanstack/react-query';
import { toMailedCodeError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

/** @throws {AppError} */
async function verifyNewEmail({ email, code }: { email: string; code: string }): Promise<void> {
  const { error } = await supabase.auth.verifyOtp({ type: 'email_change', email, token: code });
  if (error) throw toMailedCodeError(error);
}

export function useVerifyNewEmail() {
  return useMutation({
    mutationFn: verifyNewEmail,
    onSuccess: () => toast('success', 'Email address changed'),
  });
}
