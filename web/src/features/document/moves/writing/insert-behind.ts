/** Inserts words right after a certain letter, also where deleted letters follow. */
import * as Y from 'yjs';
import type { Edge } from '../arrangement/move-records.ts';
import { idBehindWords } from './typing-ids.ts';

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/**
 * Letters that are typed after a letter of their line stay beside it, whatever has gone there: Yjs' own insertion passes letters that
 * are gone, and then letters that others put before those would come into the word.
 * @param left the letter on the left of the place
 */
export function insertInLine(text: Y.Text, index: number, left: Edge, words: string): void {
  if (typeof left !== 'string' && hasGoneBehind(text, left)) insertBehind(text, left, words);
  else text.insert(index, words);
}

/** Whether the next letter is gone, and this one does not end a line. */
function hasGoneBehind({ doc }: Y.Text, letter: Y.ID): boolean {
  const item = doc && Y.getItem(doc.store, letter);
  if (!(item instanceof Y.Item) || !item.right?.deleted || item.lastId.clock !== letter.clock) return false;
  return item.content instanceof Y.ContentString && !item.content.str.endsWith('\n');
}

/** @returns the letters before these places of the shared text, which are in order */
export function lettersBefore(text: Y.Text, places: readonly number[]): Edge[] {
  let [item, at] = [text._start, 0];
  return places.map((place) => {
    while (item && (item.deleted || at + item.length < place)) {
      if (!item.deleted) at += item.length;
      item = item.right;
    }
    return item && place > at ? Y.createID(item.id.client, item.id.clock + place - at - 1) : 'start';
  });
}

/** Writes lines behind a word: what somebody else types behind it at the same time stays beside it. */
export function insertBehindWords(text: Y.Text, edge: Edge, lines: string): Y.ID | undefined {
  return text.doc ? insertBehind(text, edge, lines, idBehindWords(text.doc.clientID)) : undefined;
}

/**
 * Yjs' own insertion leaves it to Yjs on which side of deleted letters new ones come.
 * @param author the client id that they are written under
 */
export function insertBehind(
  text: Y.Text,
  edge: Edge,
  words: string,
  author = text.doc?.clientID ?? 0,
): Y.ID | undefined {
  return text.doc?.transact((transaction) => {
    const { store } = transaction.doc;
    const left = itemThrough(transaction, text, edge);
    const right = left ? left.right : text._start;
    const id = Y.createID(author, Y.getState(store, author));
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
  const { store } = transaction.doc;
  if (edge !== 'end') return Y.getItemCleanEnd(transaction, store, wholeLetter(store, edge)) as Y.Item;
  let last = text._start;
  while (last?.right) last = last.right;
  return last;
}

/** A stranger's record may name the first half of a letter, of which Yjs would make two that nobody wrote. */
function wholeLetter(store: Y.Doc['store'], { client, clock }: Y.ID): Y.ID {
  const { id, content } = Y.getItem(store, Y.createID(client, clock));
  const at = clock - id.clock;
  const isHalf = content instanceof Y.ContentString && PAIR.test(content.str.slice(at, at + 2));
  return Y.createID(client, isHalf ? clock + 1 : clock);
}
