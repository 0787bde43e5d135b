/** Everything that knows about sessions: the sign-in screens and what is behind them. */
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { AuthProvider } from '../../../features/auth/state/auth-provider.tsx';

// Only what is behind the sign-in screens has something to say in passing.
const Toaster = lazy(async () => ({ default: (await import('../../../ui/toasts/toaster.tsx')).Toaster }));

export function Component() {
  return (
    <AuthProvider>
      <Outlet />
      <Suspense>
        <Toaster />
      </Suspense>
    </AuthProvider>
  );
}
