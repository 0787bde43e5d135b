/** A page's drafts in memory, for a tab whose browser keeps nothing: they end with it. */
import type * as Y from 'yjs';
import type { DraftStore, Progress } from './drafts.ts';
import { clientsOf } from './page-updates.ts';

export function forgetfulStore(document: Y.Doc, kept?: Progress): DraftStore {
  const ownClients = new Set<number>();
  const listen = (update: Uint8Array, _origin: unknown, _: Y.Doc, { local }: Y.Transaction) => {
    if (local) for (const client of clientsOf(update)) ownClients.add(client);
  };
  document.on('update', listen);
  return {
    isShared: false,
    get epoch() {
      return kept?.epoch;
    },
    get progress() {
      return kept;
    },
    ownClients,
    noteOwn: (clients) => {
      for (const client of clients) ownClients.add(client);
    },
    lead: async () => undefined,
    isLeading: async () => true,
    read: async () => kept,
    write: async (progress) => {
      kept = progress;
    },
    replace: async (progress) => {
      kept = progress;
      return true;
    },
    close: async () => document.off('update', listen),
  };
}
