/** When a person signs out or their session is ended, here or elsewhere, this browser forgets what it kept of theirs. */
import { useEffect, useRef } from 'react';
import { useAuth } from '../../features/auth/state/auth-provider.tsx';
import { userAtStart } from '../../features/auth/state/session/stored-session.ts';
import { forgetOpened } from '../../lib/page/recent-page-ids.ts';
import { whoLeft } from './who-left.ts';

export function useForgetSignedOut(): void {
  const { user, error, isInitialized } = useAuth().state;
  const before = useRef(userAtStart);
  const isStart = useRef(true);
  useEffect(() => {
    if (!isInitialized) return;
    const who = whoLeft(before.current, { user, error, isInitialized });
    before.current = user?.id;
    if (who !== undefined) void forget(who, 'left');
    if (isStart.current) void finishForgetting([user?.id, userAtStart]);
    isStart.current = false;
  }, [user, error, isInitialized]);
}

/** Forgets what is kept of an account that is gone for good: also words that the server never got. */
export async function forgetDeletedAccount(userId: string): Promise<void> {
  await forget(userId, 'deleted');
  try {
    // Everything that is kept for a person has their id in its name.
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.includes(userId)) storage.removeItem(key);
  } catch {
    // There was nothing.
  }
}

// The names of the databases of kept answers, of drafts and of files.
const OF_A_PERSON = /^trellis-(?:seen|page|document|files)-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/;

/** Somebody may have closed the tab right after signing out. */
async function finishForgetting(signedIn: readonly (string | undefined)[]): Promise<void> {
  try {
    const names = (await indexedDB.databases()).map(({ name = '' }) => OF_A_PERSON.exec(name)?.[1]);
    for (const userId of new Set(names))
      if (userId !== undefined && !signedIn.includes(userId)) await forget(userId);
  } catch {
    // A browser without IndexedDB kept nothing.
  }
}

/** @param why undefined for a person who left some time ago, and read then what stays */
async function forget(userId: string, why?: 'left' | 'deleted'): Promise<void> {
  const isGoneForGood = why === 'deleted';
  forgetOpened(userId);
  try {
    // On demand: the sign-in screens load neither the cache nor the editor.
    const { forgetQueries } = await import('../../lib/queries/kept-queries.ts');
    forgetQueries(userId);
    const { forgetDrafts } = await import('../../features/document/drafts/forget-drafts.ts');
    await forgetDrafts(userId, isGoneForGood);
    const { forgetFiles } = await import('../../features/files/forget-files.ts');
    await forgetFiles(userId, isGoneForGood);
    const { sayWhatIsKept } = await import('./say-what-is-kept.ts');
    if (why === 'left') await sayWhatIsKept(userId);
  } catch {
    // A browser without IndexedDB kept nothing; nobody else signs in to these names in any case.
  }
}
