/**
 * Writes all of a page's texts at once for another feature, such as going back to an earlier version: as an edit of the
 * person who asks, kept, saved and merged like what is typed.
 */
import { readTexts } from './state/page-document.ts';
import type { PageSession } from './state/page-session.ts';
import type { PageSessionSnapshot } from './state/page-snapshot.ts';
import type { PageTexts } from './state/page-texts.ts';
import { holdPageSession } from './state/use-page-session.ts';

const LONGEST_WAIT_MS = 20_000;

export type WriteOutcome =
  /** The server has it. */
  | 'saved'
  /** This browser has it, and saves it as soon as the server takes it. */
  | 'kept'
  /** The page is not there to be written, or the server does not take this text. */
  | 'refused';

export interface WrittenPage {
  readonly outcome: WriteOutcome;
  /** The page's texts until then. */
  readonly before: PageTexts;
}

export async function writePageTexts(userId: string, pageId: string, texts: PageTexts): Promise<WrittenPage> {
  const { session, release } = holdPageSession(userId, pageId);
  try {
    await when(session, ({ phase }) => phase !== 'loading');
    // This browser's copy may be old, and these texts replace what the server has now.
    await session.catchUp();
    const before = readTexts(session.document);
    const { phase, status: found } = session.getSnapshot();
    if (phase !== 'ready' || found === 'gone') return { outcome: 'refused', before };
    session.write(texts);
    await session.saveNow();
    // Where another tab does the saving, it tells how it went.
    const { status } = await when(session, (snapshot) => !UNDER_WAY.has(snapshot.status));
    return { outcome: status === 'saved' ? 'saved' : REFUSED.has(status) ? 'refused' : 'kept', before };
  } finally {
    release();
  }
}

const UNDER_WAY: ReadonlySet<PageSessionSnapshot['status']> = new Set(['unsaved', 'saving']);
const REFUSED: ReadonlySet<PageSessionSnapshot['status']> = new Set(['refused', 'gone']);

/** @returns what the session is like once it is as asked for, or after the longest wait */
function when(
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
