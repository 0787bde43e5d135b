/** Signs out and says so; the gate that this closes leads to the sign-in screen. */
import { requestIdOf } from '../../../lib/errors/app-error.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

export function useSignOut(): () => Promise<void> {
  const { signOut } = useSignedIn();
  return async () => {
    const failure = await signOut();
    if (failure) toast('error', 'Sign out failed', { requestId: requestIdOf(failure) });
    else toast('success', 'Signed out successfully');
  };
}
