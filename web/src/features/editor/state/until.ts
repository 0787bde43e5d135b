/** Waits for a state of a page's session. */
import type { PageSession } from './page-session.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';

const LONGEST_WAIT_MS = 20_000;

const UNDER_WAY: ReadonlySet<PageSessionSnapshot['status']> = new Set(['unsaved', 'saving']);

/** @returns the session's state once it has loaded, or after 20 s */
export function untilLoaded(session: PageSession): Promise<PageSessionSnapshot> {
  return until(session, ({ phase }) => phase !== 'loading');
}

/** @returns the session's state once no save is under way, or after 20 s. Where another tab saves, it tells how it went. */
export function untilSettled(session: PageSession): Promise<PageSessionSnapshot> {
  return until(session, ({ status }) => !UNDER_WAY.has(status));
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
