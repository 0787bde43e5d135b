/**
 * Waits until a dialog or a menu that is being closed has given the focus back. What it asked about is done after that:
 * the element that gets the focus may be moved or taken away by it, and the focus would be lost.
 */

const FRAME_MS = 16;
// Far longer than anything fades away.
const MOST_FRAMES = 60;

/** Resolves at the earliest when React has drawn what is happening now. */
export async function focusIsBack(): Promise<void> {
  await pause(0);
  for (let frames = MOST_FRAMES; isInClosingLayer() && frames > 0; frames--) await pause(FRAME_MS);
}

/** A layer has the focus until it has faded from view. */
function isInClosingLayer(): boolean {
  return document.activeElement?.closest('[data-closed]') != null;
}

// Not an animation frame, for which a tab out of sight waits forever.
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
