/**
 * Lets only signed-in people through, after both steps where two-step verification is on, and tells the screens
 * below who they are.
 */
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths, type SignInOrigin } from '../../../lib/paths.ts';
import { lacksSecondStep } from '../../../lib/session/second-step.ts';
import { SignedInContext } from '../../../lib/session/signed-in.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { signOut } from '../api/sign-out.ts';
import { useAuth } from '../state/auth-provider.tsx';
import { AuthFrame } from './auth-frame.tsx';

const SecondStepScreen = lazy(async () => ({
  default: (await import('./second-step/second-step-screen.tsx')).SecondStepScreen,
}));

export function AuthGate({ children }: { readonly children: ReactNode }) {
  const { state, dispatch } = useAuth();
  const location = useLocation();
  const [wasLetIn, setWasLetIn] = useState(false);
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
  const origin: SignInOrigin = { from: `${location.pathname}${location.search}${location.hash}` };
  if (signedIn && isAuthenticated && lacksSecondStep(signedIn.session))
    return (
      <Suspense fallback={<Initializing />}>
        <SecondStepScreen session={signedIn.session} />
      </Suspense>
    );
  if (signedIn && isAuthenticated) {
    if (!wasLetIn) setWasLetIn(true);
    return <SignedInContext value={signedIn}>{children}</SignedInContext>;
  }
  if (state.error)
    return (
      <AuthFrame title="Authentication Error">
        <div className="flex flex-col gap-4">
          <Notice kind="error" failure={state.error}>
            {state.error.message}
          </Notice>
          <ButtonLink to={paths.login} state={origin} look="primary" size="large">
            Sign in
          </ButtonLink>
        </div>
      </AuthFrame>
    );
  // A user who left without an error signed out: the next person must not land on their page.
  return <Navigate to={paths.login} state={wasLetIn ? undefined : origin} replace />;
}

function Initializing() {
  return (
    <div role="status" className="flex min-h-dvh items-center justify-center text-ink-muted">
      Initializing...
    </div>
  );
}
