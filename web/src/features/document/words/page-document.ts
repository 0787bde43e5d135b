/**
 * A page while it is edited: a Yjs document with one text per field. Yjs merges edits made apart without losing
 * either side's words; everyone else reads and writes the page as plain Markdown.
 */
import * as Y from 'yjs';
import { arrange, shownText } from '../moves/arrangement/arrangement.ts';
import { readRecordsOf, readShownText } from '../moves/arrangement/moved-text.ts';
import type { ReadItem } from '../moves/arrangement/segments.ts';
import { textChanges, textEdits } from '../moves/edits/text-changes.ts';
import { editText } from '../moves/writing/edit-text.ts';
import { chooseAuthors, createDocument } from './merge-order.ts';
import { changedFields, type PageTexts, TEXT_FIELDS, unifyLineEnds } from './page-texts.ts';

export function readTexts(document: Y.Doc): PageTexts {
  return {
    name: document.getText('name').toString(),
    description: document.getText('description').toString(),
    content: readShownText(document.getText('content')),
  };
}

/** How many of each client's words a document has. */
export type StateVector = ReadonlyMap<number, number>;

export function stateVectorOf(document: Y.Doc): StateVector {
  return Y.decodeStateVector(Y.encodeStateVector(document));
}

/** @returns the texts with the words that were known then, and those of these authors, but nobody else's */
export function readTextsSince(
  document: Y.Doc,
  known: StateVector,
  authors: ReadonlySet<number> = new Set(),
): PageTexts {
  const readItem: ReadItem = ({ id: { client, clock }, deleted, content }) => {
    if (deleted || !(content instanceof Y.ContentString)) return '';
    const { str } = content;
    return authors.has(client) ? str : str.slice(0, Math.max((known.get(client) ?? 0) - clock, 0));
  };
  const read = (field: keyof PageTexts) => {
    const text = document.getText(field);
    return shownText(arrange(text, readRecordsOf(text, readItem), readItem));
  };
  return { name: read('name'), description: read('description'), content: read('content') };
}

/** @param origin tells observers who wrote: the undo history leaves out all but the person's own edits */
export function writeTexts(document: Y.Doc, texts: PageTexts, origin: unknown): void {
  document.transact(() => {
    for (const field of TEXT_FIELDS) replaceText(document.getText(field), unifyLineEnds(texts[field]));
  }, origin);
}

/**
 * Writes texts that came by another way into a document as it was when they were written, so that Yjs merges them with
 * what others typed since.
 * @param ancestor the document whose texts the others changed; it takes the change
 * @param document as it is now, with all that was typed since
 * @returns an update for the document
 */
export function adopt(ancestor: Y.Doc, document: Y.Doc, texts: PageTexts): Uint8Array {
  const before = readTexts(ancestor);
  const known = Y.encodeStateVector(ancestor);
  // An untitled page has no title to the eye, and the word to the server: that is no difference.
  const news = changedFields(texts, before);
  const typed = readTexts(document);
  const authors = chooseAuthors(ancestor, document);
  for (const field of TEXT_FIELDS) {
    const next = news[field];
    if (next === undefined) continue;
    const local = textChanges(before[field], typed[field]);
    for (const change of textChanges(before[field], next).toReversed()) {
      ancestor.clientID = authors.of(change, local, typed[field], next);
      const { fromA, toA, fromB, toB } = change;
      const edit = { from: fromA, to: toA, insert: next.slice(fromB, toB) };
      ancestor.transact(() => editText(ancestor.getText(field), [edit]));
    }
  }
  return Y.encodeStateAsUpdate(ancestor, known);
}

/**
 * Merges texts of documents that have nothing in common.
 * @param before the texts that both sides began with
 */
export function mergeTexts(before: PageTexts, mine: PageTexts, theirs: PageTexts): PageTexts {
  const ancestor = createDocument();
  writeTexts(ancestor, before, undefined);
  const merged = createDocument();
  Y.applyUpdate(merged, Y.encodeStateAsUpdate(ancestor));
  writeTexts(merged, mine, undefined);
  Y.applyUpdate(merged, adopt(ancestor, merged, theirs));
  // Two names in one line are no name.
  return { ...readTexts(merged), name: mine.name === before.name ? theirs.name : mine.name };
}

/** Turns one text into another by the smallest edits, so that cursors and merges stay where they belong. */
export function replaceText(text: Y.Text, next: string): void {
  const current = readShownText(text);
  if (current !== next) editText(text, textEdits(0, current, next));
}

/** @returns an update that gives the document this name */
export function keepName(document: Y.Doc, name: string): Uint8Array {
  const before = Y.encodeStateVector(document);
  replaceText(document.getText('name'), name);
  return Y.encodeStateAsUpdate(document, before);
}
