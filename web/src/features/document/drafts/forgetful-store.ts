/** A page's drafts in memory, for a tab whose browser keeps nothing: they end with it. */
import * as Y from 'yjs';
import { clientsOf, FROM_LOG } from '../words/page-updates.ts';
import type { DraftStore, Progress } from './drafts.ts';

export function forgetfulStore(document: Y.Doc, kept?: Progress): DraftStore {
  const ownClients = new Set<number>();
  // The epoch of this document. The progress may later be another document's.
  let epoch = kept?.epoch;
  const listen = (update: Uint8Array, _origin: unknown, _: Y.Doc, { local }: Y.Transaction) => {
    if (local) for (const client of clientsOf(update)) ownClients.add(client);
  };
  document.on('update', listen);
  return {
    isShared: false,
    get epoch() {
      return epoch;
    },
    get progress() {
      return kept?.epoch === epoch ? kept : undefined;
    },
    ownClients,
    noteOwn: (clients) => {
      for (const client of clients) ownClients.add(client);
    },
    lead: async () => undefined,
    isLeading: async () => true,
    read: async () => {
      // The tab that noted it may have been ended before it was shown.
      if (kept && kept.epoch === epoch) Y.applyUpdate(document, kept.state, FROM_LOG);
      return kept;
    },
    write: async (progress) => {
      kept = progress;
      epoch ??= progress.epoch;
    },
    replace: async (progress) => {
      kept = progress;
      return true;
    },
    close: async () => document.off('update', listen),
  };
}
