/** Changes what the signed-in person wants to be called. It is the account's own, and the profile follows it. */
import { useMutation } from '@tanstack/react-query';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';

/** @returns what is stored: null for none. @throws {AppError} */
async function updateDisplayName(displayName: string): Promise<string | null> {
  const stored = displayName || null;
  const { error } = await supabase.auth.updateUser({ data: { display_name: stored } });
  if (error) throw toAuthError(error);
  return stored;
}

export function useUpdateDisplayName() {
  const { profile, replaceProfile } = useSignedIn();
  return useMutation({
    mutationFn: updateDisplayName,
    onSuccess: (displayName) => {
      if (profile) replaceProfile({ ...profile, display_name: displayName });
      toast('success', 'Display name updated successfully');
    },
    onError: (error) => toastFailure('Update failed', error),
  });
}
