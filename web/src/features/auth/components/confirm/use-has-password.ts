/** Whether the account that has just been signed in to has a password to sign in with. */
import { useAsyncValue } from '../../../../lib/hooks/use-async-value.ts';
import { hasPassword } from '../../api/enter-by-link.ts';

/** @returns undefined while that is not known; asked once there is somebody to ask for */
export function useHasPassword(isSignedIn: boolean): boolean | undefined {
  return useAsyncValue(async () => (isSignedIn ? await hasPassword() : undefined), isSignedIn);
}
