/** Everything behind the gate: a cache of one's own, then the shell around the screen. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { AuthGate } from '../../../features/auth/components/auth-gate.tsx';
import { keepQueries, restoreQueries } from '../../../lib/kept-queries.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Shell } from '../../shell/shell.tsx';
import { ShellSkeleton } from '../../shell/shell-skeleton.tsx';

export function Component() {
  return (
    <AuthGate>
      <CachePerPerson>
        <Shell>
          <Outlet />
        </Shell>
      </CachePerPerson>
    </AuthGate>
  );
}

function CachePerPerson({ children }: { readonly children: ReactNode }) {
  const { user } = useSignedIn();
  return (
    <Cache key={user.id} userId={user.id}>
      {children}
    </Cache>
  );
}

function Cache({ userId, children }: { readonly userId: string; readonly children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [restored] = useState(() => restoreQueries(queryClient, userId));
  useEffect(() => keepQueries(queryClient, userId), [queryClient, userId]);
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<ShellSkeleton />}>
        <Once promise={restored}>{children}</Once>
      </Suspense>
    </QueryClientProvider>
  );
}

function Once({ promise, children }: { readonly promise: Promise<void>; readonly children: ReactNode }) {
  use(promise);
  return children;
}
