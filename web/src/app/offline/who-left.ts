/** The person whose copies this browser forgets when the sign-in changes. */
import type { AuthState } from '../../features/auth/state/auth-reducer.ts';

type Standing = Pick<AuthState, 'user' | 'error' | 'isInitialized'>;

/** @param before who was signed in @returns that person, when they signed out or their session was ended elsewhere */
export function whoLeft(
  before: string | undefined,
  { user, error, isInitialized }: Standing,
): string | undefined {
  if (!isInitialized || before === user?.id) return undefined;
  // Any other failure says nothing about the session: they come back to their pages.
  return error === null || error.code === 'TOKEN_EXPIRED' ? before : undefined;
}
