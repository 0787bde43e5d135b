import * as Y from 'yjs';
import type { Edge } from './move-records.ts';

/** Yjs' own insertion leaves it to Yjs on which side of deleted letters new ones come. */
export function insertBehind(text: Y.Text, edge: Edge, words: string): Y.ID | undefined {
  return text.doc?.transact((transaction) => {
    const { store, clientID } = transaction.doc;
    const left = itemThrough(transaction, text, edge);
    const right = left ? left.right : text._start;
    const id = Y.createID(clientID, Y.getState(store, clientID));
    const content = new Y.ContentString(words);
    const item = new Y.Item(id, left, left?.lastId ?? null, right, right?.id ?? null, text, null, content);
    item.integrate(transaction, 0);
    // They count letters, and know nothing of these.
    if (text._searchMarker) text._searchMarker.length = 0;
    return id;
  });
}

/** @returns the item that ends with this letter; null before all of them */
function itemThrough(transaction: Y.Transaction, text: Y.Text, edge: Edge): Y.Item | null {
  if (edge === 'start') return null;
  if (edge !== 'end') return Y.getItemCleanEnd(transaction, transaction.doc.store, edge) as Y.Item;
  let last = text._start;
  while (last?.right) last = last.right;
  return last;
}
