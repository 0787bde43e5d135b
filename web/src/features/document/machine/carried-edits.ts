/** Edits that go from one document of a page to another that has nothing in common with it. */
import type * as Y from 'yjs';
import type { DraftStore } from '../drafts/drafts.ts';
import { idBehindWords } from '../moves/writing/typing-ids.ts';
import {
  mergeTexts,
  readTexts,
  readTextsSince,
  type StateVector,
  writeTexts,
} from '../words/page-document.ts';
import { type PageTexts, sayTheSame } from '../words/page-texts.ts';

export interface CarriedEdits {
  readonly before: PageTexts;
  readonly after: PageTexts;
}

/**
 * @param taken so much of the document has gone over already
 * @returns what was typed in this tab since; undefined if there is nothing
 */
export function editsSince(
  document: Y.Doc,
  taken: StateVector,
  drafts: Pick<DraftStore, 'isShared' | 'ownClients'> | undefined,
): CarriedEdits | undefined {
  const before = readTextsSince(document, taken);
  // Tabs that share the drafts bring their own.
  const isAlone = drafts && !drafts.isShared;
  const authors = isAlone
    ? drafts.ownClients
    : new Set([document.clientID, idBehindWords(document.clientID)]);
  const after = readTextsSince(document, taken, authors);
  return sayTheSame(before, after) ? undefined : { before, after };
}

/** Makes them in another document, as if they had been typed there. */
export function makeEdits(document: Y.Doc, { before, after }: CarriedEdits): void {
  if (!sayTheSame(before, after))
    writeTexts(document, mergeTexts(before, after, readTexts(document)), undefined);
}
