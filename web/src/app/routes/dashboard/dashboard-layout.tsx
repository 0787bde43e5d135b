/** Everything behind the gate: a cache of one's own, then the shell around the screen. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { AuthGate } from '../../../features/auth/components/auth-gate.tsx';
import { membershipsQuery } from '../../../lib/current-workspace.ts';
import { keepQueries, restoreQueries } from '../../../lib/kept-queries.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { finishForgettingLostPages, forgetLostPages } from '../../offline/forget-lost-pages.ts';
import { keepSendingUnsentPages } from '../../offline/keep-sending-unsent-pages.ts';
import { watchMemberships } from '../../offline/watch-memberships.ts';
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
  const [restoring] = useState(() => restoreQueries(queryClient, userId));
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    // Not by suspending: restoring takes some milliseconds, but React would suspend for 300 (see Region).
    void restoring.then(() => setRestored(true));
  }, [restoring]);
  useEffect(() => {
    void finishForgettingLostPages(userId);
    const { queryKey } = membershipsQuery(userId);
    const stopSending = keepSendingUnsentPages(userId);
    const unkeep = keepQueries(queryClient, userId);
    const unwatch = watchMemberships(
      queryClient,
      queryKey,
      (pageIds) => void forgetLostPages(userId, pageIds),
    );
    return () => {
      unwatch();
      unkeep();
      stopSending();
    };
  }, [queryClient, userId]);
  return (
    <QueryClientProvider client={queryClient}>
      {isRestored ? children : <ShellSkeleton />}
    </QueryClientProvider>
  );
}
