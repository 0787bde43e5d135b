/** Waits for a state of a page's session, and, before it is let go, for its words to be somewhere else. */
import { pause } from '../../../lib/browser/time/pause.ts';
import type { PageSessionSnapshot } from '../machine/page-snapshot.ts';
import type { PageSession } from './page-session.ts';

const LONGEST_WAIT_MS = 20_000;
// The session before saves what it can, and lets go of the drafts.
export const LOOK_AGAIN_MS = 100;
const TRY_AGAIN_MS = 5000;
const MOST_TRIES = 120;

/** @returns the session's state once it has loaded, or after 20 s */
export function untilLoaded(session: PageSession): Promise<PageSessionSnapshot> {
  return until(session, ({ phase }) => phase !== 'loading');
}

/**
 * Saves words that only this tab has: some browsers keep nothing, and a page may have got another document.
 * @param held has the page's session of now
 * @returns once the server or the browser's disk has them, or after ten minutes
 */
export async function untilKept(held: { readonly session: PageSession }): Promise<void> {
  for (let tries = 0; held.session.isOnlyHere && tries < MOST_TRIES; tries++) {
    const { session } = held;
    const { phase } = await untilLoaded(session);
    if (phase === 'out-of-reach' || phase === 'failed') await session.reopen();
    else if (phase === 'ready') await session.saveNow();
    if (!session.isOnlyHere) continue;
    await pause(session.getSnapshot().phase === 'replaced' ? LOOK_AGAIN_MS : TRY_AGAIN_MS);
  }
}

/** @returns the session's state once it is so, or after 20 s */
export function until(
  session: PageSession,
  isSo: (snapshot: PageSessionSnapshot) => boolean,
): Promise<PageSessionSnapshot> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve(session.getSnapshot());
    };
    const timer = setTimeout(done, LONGEST_WAIT_MS);
    const unsubscribe = session.subscribe(() => isSo(session.getSnapshot()) && done());
    if (isSo(session.getSnapshot())) done();
  });
}
