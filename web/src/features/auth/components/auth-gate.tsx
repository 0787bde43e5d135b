/** Lets only signed-in people through (specification section 2, "Auth gate"), and tells what is below who they are. */
import { type ReactNode, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths, type SignInOrigin } from '../../../lib/paths.ts';
import { SignedInContext } from '../../../lib/signed-in.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { signOut } from '../api/sign-out.ts';
import { useAuth } from '../state/auth-provider.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function AuthGate({ children }: { readonly children: ReactNode }) {
  const { state, dispatch } = useAuth();
  const location = useLocation();
  const { user, session, profile, isAuthenticated } = state;
  const signedIn = useMemo(
    () =>
      user &&
      session && {
        user,
        session,
        profile: profile ?? undefined,
        replaceProfile: (next: NonNullable<typeof profile>) =>
          dispatch({ type: 'PROFILE_UPDATED', profile: next }),
        signOut,
      },
    [user, session, profile, dispatch],
  );

  if (!state.isInitialized || state.loading) return <Initializing />;
  if (signedIn && isAuthenticated) return <SignedInContext value={signedIn}>{children}</SignedInContext>;
  if (state.error)
    return (
      <AuthFrame title="Authentication Error">
        <div className="flex flex-col gap-4">
          <Notice kind="error">{state.error.message}</Notice>
          <ButtonLink to={paths.login} look="primary" size="large">
            Sign in
          </ButtonLink>
        </div>
      </AuthFrame>
    );
  const origin: SignInOrigin = { from: `${location.pathname}${location.search}` };
  return <Navigate to={paths.login} state={origin} replace />;
}

function Initializing() {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-ink-muted">
      Initializing...
    </div>
  );
}
