/** Sends edits that were left in this browser, of pages that nobody has open: merged and saved as if the page was opened. */
import { isConnected } from '../../lib/browser/connection.ts';
import { findUnsentPages } from '../document/drafts/unsent-drafts.ts';
import { untilSettled, untilShown } from '../document/session/until-settled.ts';
import { holdPageSession } from '../document/session/use-page-session.ts';
import { isRetried } from '../document/wire/save-status.ts';

/**
 * Sends the pages in turn. Edits that could not be sent stay for the next time.
 * @throws {Error} at the end, when there may be more to send by itself later: the browser's storage did not open, or the server failed
 */
export async function sendUnsentPages(userId: string, signal: AbortSignal): Promise<void> {
  let isSent = true;
  for await (const pageId of findUnsentPages(userId)) {
    if (signal.aborted || !isConnected()) return;
    isSent = (await sendPage(userId, pageId)) && isSent;
  }
  if (!isSent) throw new Error('Edits are still on the device.');
}

/** @returns false where the session had to do without what the browser keeps, or the server failed */
async function sendPage(userId: string, pageId: string): Promise<boolean> {
  const held = holdPageSession(userId, pageId);
  try {
    const { phase } = await untilShown(held);
    // There is no such page for this person. It may come back, and what was written stays for that.
    if (phase === 'missing') return true;
    // Until the tab that saves the page has asked the server, nobody knows what is unsent.
    await held.session.catchUp();
    await held.session.saveNow();
    const { status } = await untilSettled(held.session);
    return phase === 'ready' && !held.session.isOnlyHere && !isRetried(status);
  } finally {
    held.release();
  }
}
