/** Everything that knows about sessions: the sign-in screens and what is behind them. */
import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { AuthProvider, useAuth } from '../../../features/auth/state/auth-provider.tsx';
import { useForgetWhoLeft } from '../../offline/forget-who-left.ts';

const Toaster = lazy(async () => ({ default: (await import('../../../ui/toasts/toaster.tsx')).Toaster }));

export function Component() {
  return (
    <AuthProvider>
      <ForgetWhoLeft />
      <Outlet />
      <ToasterOnceSignedIn />
    </AuthProvider>
  );
}

function ForgetWhoLeft() {
  useForgetWhoLeft();
  return null;
}

/** Only what is behind the sign-in screens speaks in passing; its last word (signing out) is still heard there. */
function ToasterOnceSignedIn() {
  const { isAuthenticated } = useAuth().state;
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (isAuthenticated && !wasSignedIn) setWasSignedIn(true);
  if (!wasSignedIn) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
