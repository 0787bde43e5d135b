/** Waits for a state of a page's session. */
import { pause } from '../../../lib/browser/time/pause.ts';
import type { PageSessionSnapshot } from '../machine/page-snapshot.ts';
import type { PageSession } from './page-session.ts';

const LONGEST_WAIT_MS = 20_000;
// The session before saves what it can, and lets go of the drafts.
const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 100;
const TRY_AGAIN_MS = 5000;
const MOST_TRIES = 120;

const UNDER_WAY: ReadonlySet<PageSessionSnapshot['status']> = new Set(['unsaved', 'saving']);

/** @returns the session's state once it has loaded, or after 20 s */
export function untilLoaded(session: PageSession): Promise<PageSessionSnapshot> {
  return until(session, ({ phase }) => phase !== 'loading');
}

/**
 * {@link untilLoaded} for a page that may get another document meanwhile, whose session goes on with the edits.
 * @param held has the page's session of now
 */
export async function untilShown(held: { readonly session: PageSession }): Promise<PageSessionSnapshot> {
  for (let looks = 1; ; looks++) {
    const snapshot = await untilLoaded(held.session);
    if (snapshot.phase !== 'replaced' || looks === MOST_LOOKS) return snapshot;
    await pause(LOOK_AGAIN_MS);
  }
}

/** @returns the session's state once no save is under way, or after 20 s. Where another tab saves, it tells how it went. */
export function untilSettled(session: PageSession): Promise<PageSessionSnapshot> {
  return until(session, ({ status }) => !UNDER_WAY.has(status));
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

function until(
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
