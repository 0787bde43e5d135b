/** The edits of a tab that is left and does not save: the one that saves may not have heard of them yet. */
import * as Y from 'yjs';
import { ownClientsOf, type UnsavedEdits } from '../words/page-updates.ts';
import type { DraftFacts } from './commands.ts';

/** @returns all that the drafts did not say to be saved when they were read; undefined for a document that they do not know */
export function leftEdits(document: Y.Doc, drafts: DraftFacts | undefined): UnsavedEdits | undefined {
  const progress = drafts?.progress;
  if (!progress || progress.epoch !== drafts.epoch) return undefined;
  const update = Y.encodeStateAsUpdate(document, Y.encodeStateVectorFromUpdate(progress.state));
  return { epoch: progress.epoch, update, own: ownClientsOf(update, drafts.ownClients) };
}
