/**
 * The anchor of a scrolled text: a place in it, not a height. The editor measures a text only where it is
 * seen, so the same height may be another line next time. The editor says where its anchors are
 * (content-editor.tsx), and the shell keeps one for each entry of the history (app/routes/dashboard/shell/use-kept-scroll.ts);
 * neither imports the other.
 */

export interface ScrollAnchor {
  /** In the text. */
  readonly position: number;
  /** How far below that. */
  readonly offsetPx: number;
}

export interface ScrollAnchors {
  /** @param y in the window; @returns undefined while the text is not shown */
  at(y: number): ScrollAnchor | undefined;
  /** @returns where that is in the window, as far as it is known; undefined while the text is not shown */
  find(anchor: ScrollAnchor): number | undefined;
}

let shown: ScrollAnchors | undefined;

/** @returns how to withdraw them */
export function offerScrollAnchors(anchors: ScrollAnchors): () => void {
  shown = anchors;
  return () => {
    if (shown === anchors) shown = undefined;
  };
}

export function scrollAnchors(): ScrollAnchors | undefined {
  return shown;
}
