/** Has words and files sent that lie on this device, whichever screen the app begins with, for as long as their person is signed in. */
import { useEffect } from 'react';
import { useAuth } from '../../features/auth/state/auth-provider.tsx';
import { whenIdle } from '../../lib/browser/time/when-idle.ts';
import { personLeft, whilePresent } from '../../lib/session/presence.ts';
import { lacksSecondStep } from '../../lib/session/second-step.ts';

export function useUnsentWork(): void {
  const { session, isAuthenticated } = useAuth().state;
  // Without the second step the server shows no page, as if all were gone.
  const userId = isAuthenticated && session && !lacksSecondStep(session) ? session.user.id : undefined;
  useEffect(() => (userId === undefined ? undefined : begin(userId)), [userId]);
}

function begin(userId: string): () => void {
  // From now on a page looks for its files on this device before it says that one is missing.
  whilePresent(userId);
  const ending = new AbortController();
  const { signal } = ending;
  let isBegun = false;
  const beginOnce = () => {
    if (!isBegun) void load(userId, signal).catch(() => undefined);
    isBegun = true;
  };
  const cancel = whenIdle(beginOnce);
  // A person who drags a file does not wait until the browser is idle.
  window.addEventListener('dragenter', beginOnce, { signal });
  return () => {
    cancel();
    ending.abort();
    personLeft(userId);
  };
}

/** Code that did not load is asked for again with the next visit. The words and the files stay. */
async function load(userId: string, signal: AbortSignal): Promise<void> {
  const { beginUnsentWork } = await import('./unsent-work.ts');
  if (signal.aborted) return;
  const stop = beginUnsentWork(userId);
  signal.addEventListener('abort', stop);
}
