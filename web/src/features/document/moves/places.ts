/** Places of a page's text as it is shown, told by their letters: they stay at them, wherever their line goes. */
import * as Y from 'yjs';
import type { Arrangement } from './arrangement/arrangement.ts';
import { arrangementOf } from './arrangement/moved-text.ts';
import { letterAt } from './arrangement/segments.ts';

/** @returns the place of the letter on the right; of a text's end where there is none */
export function placeAt(text: Y.Text, index: number): Y.RelativePosition {
  const arrangement = arrangementOf(text);
  if (!arrangement) return Y.createRelativePositionFromTypeIndex(text, index);
  const { segments, order } = arrangement;
  let at = 0;
  for (const number of order) {
    const segment = segments[number];
    if (!segment) continue;
    const letter = letterAt(segment, index - at);
    if (letter) return placeOf(letter);
    // The break that is no letter: after all letters of the shared text.
    if (index - at < segment.text.length) break;
    at += segment.text.length;
  }
  return placeOf(undefined);
}

/** @returns undefined for a place in another text, and for a letter that has not come yet */
export function indexOfPlace(text: Y.Text, place: Y.RelativePosition): number | undefined {
  const { doc } = text;
  const { item } = place;
  // Yjs throws at a letter that it does not know.
  if (!doc || (item && Y.getState(doc.store, item.client) <= item.clock)) return undefined;
  const found = Y.createAbsolutePositionFromRelativePosition(place, doc);
  if (found?.type !== text) return undefined;
  const arrangement = arrangementOf(text);
  return arrangement ? shownIndex(arrangement, found.index) : found.index;
}

/** @param index in the order of the shared text */
function shownIndex({ segments, order }: Arrangement, index: number): number {
  let offset = index;
  let number = 0;
  // The last one has the text's end, too.
  while (number < segments.length - 1 && offset >= (segments[number]?.length ?? 0))
    offset -= segments[number++]?.length ?? 0;
  for (const before of order) {
    if (before === number) break;
    offset += segments[before]?.text.length ?? 0;
  }
  return offset;
}

/** Only the page's content has moves. */
function placeOf(letter: Y.ID | undefined): Y.RelativePosition {
  return Y.createRelativePositionFromJSON({ tname: 'content', item: letter });
}
