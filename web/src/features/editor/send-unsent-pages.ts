/** Sends edits that were left in this browser, of pages that nobody has open: merged and saved as if the page was opened. */
import { isConnected } from '../../lib/browser/connection.ts';
import { findUnsentPages } from './state/unsent-drafts.ts';
import { untilSettled, untilShown } from './state/until.ts';
import { holdPageSession } from './state/use-page-session.ts';

/** Sends the pages in turn. Edits that could not be sent stay for the next time. */
export async function sendUnsentPages(userId: string, signal: AbortSignal): Promise<void> {
  for await (const pageId of findUnsentPages(userId)) {
    if (signal.aborted || !isConnected()) return;
    await sendPage(userId, pageId);
  }
}

async function sendPage(userId: string, pageId: string): Promise<void> {
  const held = holdPageSession(userId, pageId);
  try {
    const { phase } = await untilShown(held);
    // There is no such page for this person. It may come back, and what was written stays for that.
    if (phase === 'missing') return;
    // Until the tab that saves the page has asked the server, nobody knows what is unsent.
    await held.session.catchUp();
    await held.session.saveNow();
    await untilSettled(held.session);
  } finally {
    held.release();
  }
}
