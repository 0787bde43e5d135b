/** Signs out and says so; the gate that this closes leads to the sign-in screen. */
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

export function useSignOut(): () => Promise<void> {
  const { signOut } = useSignedIn();
  return async () => {
    const isTold = await signOut();
    if (isTold) toast('success', 'Signed out successfully');
    else toast('error', 'Sign out failed');
  };
}
