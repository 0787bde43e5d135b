/**
 * Where the parts of the text on the screen are, for a text that is measured only where it is seen: the same height may be
 * another line next time. The editor knows; nobody else knows the editor.
 */

export interface TextPlace {
  /** In the text. */
  readonly position: number;
  /** How far below that. */
  readonly offsetPx: number;
}

export interface TextPlaces {
  /** @param y in the window; @returns undefined while the text is not shown */
  at(y: number): TextPlace | undefined;
  /** @returns where that is in the window, as far as it is known; undefined while the text is not shown */
  find(place: TextPlace): number | undefined;
}

let shown: TextPlaces | undefined;

/** @returns how to withdraw them */
export function offerTextPlaces(places: TextPlaces): () => void {
  shown = places;
  return () => {
    if (shown === places) shown = undefined;
  };
}

export function textPlaces(): TextPlaces | undefined {
  return shown;
}
