/** Signs out and says so; the gate that this closes leads to the sign-in screen. */
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { hasUnsentFiles } from '../../../lib/unsent-files.ts';
import { unsentPages } from '../../../lib/unsent-pages.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

const KEPT =
  'This browser keeps what the server does not have yet, and sends it when you sign in here again.';

export function useSignOut(): () => Promise<void> {
  const { user, signOut } = useSignedIn();
  return async () => {
    const isTold = await signOut();
    const isLeft = hasUnsentFiles(user.id) || unsentPages(user.id).length > 0;
    const details = isLeft ? { description: KEPT } : {};
    if (isTold) toast(isLeft ? 'warning' : 'success', 'Signed out successfully', details);
    else toast('error', 'Sign out failed', details);
  };
}
