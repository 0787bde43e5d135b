/** Changes the signed-in person's name. */
import { useMutation } from '@tanstack/react-query';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { type Profile, useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';

/** @throws {AppError} */
async function updateFullName(fullName: string): Promise<Profile> {
  const { data: auth } = await supabase.auth.getSession();
  if (!auth.session) throw new AppError('INVALID_TOKEN', sentences.noUser);
  const { data, error, status } = await supabase
    .from('user_profiles')
    .update({ full_name: fullName })
    .eq('id', auth.session.user.id)
    .select()
    .single();
  if (error) throw toDataError(error, status);
  return data;
}

export function useUpdateFullName() {
  const { replaceProfile } = useSignedIn();
  return useMutation({
    mutationFn: updateFullName,
    onSuccess: (profile) => {
      replaceProfile(profile);
      toast('success', 'Full name updated successfully');
    },
    onError: (error) =>
      toastFailure(
        'Update failed',
        error instanceof AppError && error.code === 'INVALID_TOKEN' ? new Error(sentences.noSession) : error,
      ),
  });
}
