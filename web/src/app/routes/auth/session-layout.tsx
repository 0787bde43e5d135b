/** Everything that knows about sessions: the sign-in screens and those of signed-in people. */
import { useState } from 'react';
import { Outlet } from 'react-router';
import { AuthProvider, useAuth } from '../../../features/auth/state/auth-provider.tsx';
import { useLoadedWhenIdle } from '../../../lib/browser/time/loaded-when-idle.ts';
import { useToastsWait } from '../../../ui/toasts/toasts.ts';
import { useForgetSignedOut } from '../../offline/forget-signed-out.ts';
import { useUnsentWork } from '../../offline/use-unsent-work.ts';

const loadToaster = () => import('../../../ui/toasts/toaster.tsx');

export function Component() {
  return (
    <AuthProvider>
      <WhatLiesHere />
      <Outlet />
      <ToasterOnceSignedIn />
    </AuthProvider>
  );
}

function WhatLiesHere() {
  useForgetSignedOut();
  useUnsentWork();
  return null;
}

/** Only screens of signed-in people show toasts; the last one (signing out) still shows after it. */
function ToasterOnceSignedIn() {
  const { isAuthenticated } = useAuth().state;
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (isAuthenticated && !wasSignedIn) setWasSignedIn(true);
  return wasSignedIn && <ToasterWhenIdle />;
}

function ToasterWhenIdle() {
  const Toaster = useLoadedWhenIdle(loadToaster, useToastsWait())?.Toaster;
  return Toaster && <Toaster />;
}
