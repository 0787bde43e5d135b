/** Edits that go from one document of a page to another that has nothing in common with it. */
import type * as Y from 'yjs';
import { mergeTexts, readTexts, readTextsSince, type StateVector, writeTexts } from './page-document.ts';
import { type PageTexts, sayTheSame } from './page-texts.ts';

export interface CarriedEdits {
  readonly before: PageTexts;
  readonly after: PageTexts;
}

/**
 * @param taken so much of the document has gone over already
 * @param authors only what was typed under their ids since is carried
 * @returns undefined if there is nothing
 */
export function editsSince(
  document: Y.Doc,
  taken: StateVector,
  authors: ReadonlySet<number>,
): CarriedEdits | undefined {
  const before = readTextsSince(document, taken);
  const after = readTextsSince(document, taken, authors);
  return sayTheSame(before, after) ? undefined : { before, after };
}

/** Makes them in another document, as if they had been typed there. */
export function makeEdits(document: Y.Doc, { before, after }: CarriedEdits): void {
  if (!sayTheSame(before, after))
    writeTexts(document, mergeTexts(before, after, readTexts(document)), undefined);
}
