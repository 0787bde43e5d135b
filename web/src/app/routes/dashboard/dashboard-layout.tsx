/** Everything behind the gate: a cache of one's own, then the shell around the screen. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { AuthGate } from '../../../features/auth/components/auth-gate.tsx';
import { usePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { forgetLostPages } from '../../offline/forget-lost-pages.ts';
import { beginCache, expectedUserId, takeCache } from './early-cache.ts';
import { Shell } from './shell/shell.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

/** A search or the same address once more is no new visit. */
export const shouldRevalidate = () => false;

export function loader() {
  const userId = expectedUserId();
  if (userId) beginCache(userId);
  return null;
}

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
  const [cache] = useState(() => takeCache(userId));
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    // Not by suspending: restoring takes some milliseconds, but React would suspend for 300 (see Region).
    void cache.restoring.then(() => setRestored(true));
  }, [cache]);
  useEffect(() => cache.follow(), [cache]);
  usePagesUpdated((change) => {
    const goneIds = change.kind === 'told-tree' ? (change.goneIds ?? []) : [];
    if (goneIds.length > 0) void forgetLostPages(userId, goneIds);
  });
  return (
    <QueryClientProvider client={cache.queryClient}>
      {isRestored ? children : <ShellSkeleton />}
    </QueryClientProvider>
  );
}
