/** Whether the account that has just been signed in to has a password to sign in with. */
import { useAnswer } from '../../../lib/use-answer.ts';
import { hasPassword } from '../api/enter-by-link.ts';

/** @returns undefined while that is not known; asked once there is somebody to ask for */
export function useHasPassword(isSignedIn: boolean): boolean | undefined {
  return useAnswer(async () => (isSignedIn ? await hasPassword() : undefined), isSignedIn);
}
