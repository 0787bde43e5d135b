/**
 * Waits until a dialog or a menu that is being closed has given the focus back. The change it asked about comes after
 * that: the element that gets the focus may be moved or taken away by it, and the focus would be lost.
 */
import { pause } from '../browser/time/pause.ts';

const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"]';
// It has the focus until it has faded from view.
const CLOSING_LAYER = '[data-closed]';

const FRAME_MS = 16;
// Far longer than anything fades away.
const MOST_FRAMES = 60;

/** Resolves at once where no layer has the focus: keys may follow each other faster than any timer. */
export async function focusIsBack(): Promise<void> {
  if (!isIn(LAYER)) return;
  // A layer that is closing says so once React has drawn it.
  await pause(0);
  for (let frames = MOST_FRAMES; isIn(CLOSING_LAYER) && frames > 0; frames--) await pause(FRAME_MS);
}

function isIn(layer: string): boolean {
  return document.activeElement?.closest(layer) != null;
}
