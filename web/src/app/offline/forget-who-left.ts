/** When a person signs out, here or in another tab, this browser forgets what it kept of theirs. */
import { useEffect, useRef } from 'react';
import { useAuth } from '../../features/auth/state/auth-provider.tsx';
import { forgetOpened } from '../../lib/opened-pages.ts';

export function useForgetWhoLeft(): void {
  const { user, error } = useAuth().state;
  const before = useRef<string>(undefined);
  const userId = user?.id;
  useEffect(() => {
    const who = before.current;
    before.current = userId;
    // Someone whose session ran out comes back to their pages.
    if (who === undefined || who === userId || error) return;
    void forget(who);
  }, [userId, error]);
}

/** Forgets what is kept of an account that is gone for good: also words that the server never got. */
export async function forgetDeletedAccount(userId: string): Promise<void> {
  await forget(userId, true);
  try {
    // Whatever is kept for a person has their id in its name.
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.includes(userId)) storage.removeItem(key);
  } catch {
    // There was nothing.
  }
}

async function forget(userId: string, isGoneForGood = false): Promise<void> {
  forgetOpened(userId);
  try {
    // On demand: the sign-in screens load neither the cache nor the editor.
    const { forgetQueries } = await import('../../lib/kept-queries.ts');
    forgetQueries(userId);
    const { forgetDrafts } = await import('../../features/editor/state/forget-drafts.ts');
    await forgetDrafts(userId, isGoneForGood);
  } catch {
    // A browser without IndexedDB kept nothing; nobody else signs in to these names in any case.
  }
}
