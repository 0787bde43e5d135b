/** Keeps lines that were moved apart from their neighbours in undo and redo, whose steps editor/shared-text/shared-text.ts makes. */
import * as Y from 'yjs';
import { arrangementOf } from '../arrangement/moved-text.ts';

/** @returns what ends it */
export function keepLinesApart(text: Y.Text, manager: Y.UndoManager): () => void {
  const prepare = (transaction: Y.Transaction) => {
    if (transaction.origin === manager) splitLines(text, transaction);
  };
  manager.doc.on('beforeTransaction', prepare);
  return () => manager.doc.off('beforeTransaction', prepare);
}

/**
 * For a transaction that brings letters back: they come before those that went, so several lines that went as one would all come to
 * the place of the first.
 */
function splitLines(text: Y.Text, transaction: Y.Transaction): void {
  const { store } = transaction.doc;
  for (const [client, clocks] of arrangementOf(text)?.cuts ?? []) {
    const end = Y.getState(store, client);
    for (const clock of clocks) {
      const id = Y.createID(client, clock);
      if (clock < end && isBreak(store, id)) Y.getItemCleanEnd(transaction, store, id);
    }
  }
}

/** A stranger may name the half of a letter. */
function isBreak(store: Y.Doc['store'], id: Y.ID): boolean {
  const item = Y.getItem(store, id);
  return item.content instanceof Y.ContentString && item.content.str[id.clock - item.id.clock] === '\n';
}
