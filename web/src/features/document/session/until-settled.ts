/** Waits for a page that is written without its screen: until it is shown, and until it is saved. */
import { pause } from '../../../lib/browser/time/pause.ts';
import type { PageSessionSnapshot } from '../machine/page-snapshot.ts';
import type { PageSession } from './page-session.ts';
import { LOOK_AGAIN_MS, until, untilLoaded } from './until.ts';

const MOST_LOOKS = 100;
const UNDER_WAY: ReadonlySet<PageSessionSnapshot['status']> = new Set(['unsaved', 'saving']);

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
