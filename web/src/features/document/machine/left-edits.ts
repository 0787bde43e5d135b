/** The edits of a tab that is left and does not save: the one that saves may not have heard of them yet. */
import type * as Y from 'yjs';
import { documentOf, missingFrom, ownClientsOf, type UnsavedEdits } from '../words/page-updates.ts';
import type { DraftFacts } from './commands.ts';

/** @returns all that the drafts did not say to be saved when they were read; undefined if there is nothing, or they know nothing */
export function leftEdits(document: Y.Doc, drafts: DraftFacts | undefined): UnsavedEdits | undefined {
  const progress = drafts?.progress;
  if (!progress) return undefined;
  const update = missingFrom(documentOf(progress.state), document);
  return update && { epoch: progress.epoch, update, own: ownClientsOf(update, drafts.ownClients) };
}
