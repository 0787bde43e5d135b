/** Follows the open workspace while the shell is there. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenIdle } from '../../lib/browser/time/when-idle.ts';
import { useSignedIn } from '../../lib/session/signed-in.ts';

export function useLiveWorkspace(organizationId: string | undefined): void {
  const queryClient = useQueryClient();
  const { user } = useSignedIn();
  useEffect(() => {
    if (organizationId === undefined) return undefined;
    let isOver = false;
    let stop: () => void = () => undefined;
    const start = async () => {
      try {
        // On demand: the screen comes first.
        const { followWorkspace } = await import('./follow-workspace.ts');
        if (!isOver) stop = followWorkspace(queryClient, organizationId, user.id);
      } catch {
        // The code did not load. Everything is read, as without a live connection.
      }
    };
    const cancel = whenIdle(() => void start());
    return () => {
      isOver = true;
      cancel();
      stop();
    };
  }, [queryClient, organizationId, user.id]);
}
