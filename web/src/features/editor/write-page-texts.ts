/**
 * Writes all of a page's texts at once for another feature, such as going back to an earlier version: as an edit of the
 * person who asks, kept, saved and merged like what is typed.
 */

import type { PageSessionSnapshot } from '../document/machine/page-snapshot.ts';
import { untilSettled, untilShown } from '../document/session/until-settled.ts';
import { holdPageSession } from '../document/session/use-page-session.ts';
import { readTexts, writeTexts } from '../document/words/page-document.ts';
import type { PageTexts } from '../document/words/page-texts.ts';

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
  const held = holdPageSession(userId, pageId);
  try {
    await untilShown(held);
    // This browser's copy may be old, and these texts replace what the server has now.
    await held.session.catchUp();
    await untilShown(held);
    const { session } = held;
    const before = readTexts(session.document);
    const { phase, status: found } = session.getSnapshot();
    if (phase !== 'ready' || found === 'gone') return { outcome: 'refused', before };
    writeTexts(session.document, texts, undefined);
    await session.saveNow();
    const { status } = await untilSettled(session);
    return { outcome: status === 'saved' ? 'saved' : REFUSED.has(status) ? 'refused' : 'kept', before };
  } finally {
    held.release();
  }
}

const REFUSED: ReadonlySet<PageSessionSnapshot['status']> = new Set(['refused', 'too-large', 'gone']);
