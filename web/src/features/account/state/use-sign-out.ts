/** Signs out, says so, and goes to the sign-in screen without remembering where the person was. */
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { toast } from '../../../ui/toasts/toasts.ts';

export function useSignOut(): () => Promise<void> {
  const { signOut } = useSignedIn();
  const navigate = useNavigate();
  return async () => {
    const isTold = await signOut();
    navigate(paths.login, { replace: true });
    if (isTold) toast('success', 'Signed out successfully');
    else toast('error', 'Sign out failed');
  };
}
