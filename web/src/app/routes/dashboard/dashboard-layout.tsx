/** Everything behind the gate: a cache of one's own, then the shell around the screen. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { AuthGate } from '../../../features/auth/components/auth-gate.tsx';
import { createQueryClient } from '../../../lib/query-client.ts';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { Shell } from '../../shell/shell.tsx';

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
  return <Cache key={user.id}>{children}</Cache>;
}

function Cache({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
