/** Signs the person out on another device, or on all of them but this one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAuthError, toDataError } from '../../../lib/errors/to-app-error.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';

/** A session that is gone already is as good. @throws {AppError} */
async function endSession(sessionId: string): Promise<void> {
  const { error, status } = await supabase.rpc('end_my_session', { session_id: sessionId });
  if (error) throw toDataError(error, status);
}

/** @throws {AppError} */
async function endOtherSessions(): Promise<void> {
  const { error } = await supabase.auth.signOut({ scope: 'others' });
  if (error) throw toAuthError(error);
}

export function useEndSession() {
  return useEnding(endSession, 'Signed out there');
}

export function useEndOtherSessions() {
  return useEnding(endOtherSessions, 'Signed out everywhere else');
}

function useEnding<Input>(mutationFn: (input: Input) => Promise<void>, done: string) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => toast('success', done),
    onError: (error) => toastFailure('Sign out failed', error),
    onSettled: () => readAgain(queryClient, madeOldBy.endedSession(user.id)),
  });
}
