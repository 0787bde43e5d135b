/**
 * A page while it is edited: a Yjs document with one text per field. Yjs merges edits made apart without losing
 * either side's words; the server goes on storing plain Markdown.
 */
import * as Y from 'yjs';
import { chooseAuthors } from './merge-order.ts';
import { changedFields, type PageTexts, type SavedPage, TEXT_FIELDS, unifyLineEnds } from './page-texts.ts';
import { textChanges } from './text-changes.ts';

/**
 * The last version of the page that the server and this document have in common: the server's version, and the
 * document's state when its texts were exactly that version's.
 */
export interface Base {
  readonly version: string;
  readonly state: Uint8Array;
}

export function readTexts(document: Y.Doc): PageTexts {
  return {
    name: document.getText('name').toString(),
    description: document.getText('description').toString(),
    content: document.getText('content').toString(),
  };
}

export function readTextsOfState(state: Uint8Array): PageTexts {
  return readTexts(documentOf(state));
}

/** @param origin tells observers who wrote: the undo history leaves out all but the person's own edits */
export function writeTexts(document: Y.Doc, texts: PageTexts, origin: unknown): void {
  document.transact(() => {
    for (const field of TEXT_FIELDS) replaceText(document.getText(field), unifyLineEnds(texts[field]));
  }, origin);
}

export interface Rebased {
  /** The server's version, and the document's state at it. */
  readonly base: Base;
  /** Brings the document there, with what was typed since the ancestor. */
  readonly update: Uint8Array;
}

/**
 * Finds out how a document takes over what others saved, keeping what was typed in it: the difference between
 * the two server versions is written into a copy of the document as it was at their common ancestor, and Yjs
 * merges that copy. Of two new names only the typed one is kept. The document itself stays as it is, so that
 * the outcome can be noted before it is shown.
 * @param ancestor the document's state at the version that `remote` grew from; undefined when it had none yet
 */
export function rebase(document: Y.Doc, ancestor: Uint8Array | undefined, remote: SavedPage): Rebased {
  const fork = ancestor ? documentOf(ancestor) : new Y.Doc();
  const before = readTexts(fork);
  // An untitled page has no title to the eye, and the word to the server: that is a difference only where
  // nothing is.
  const news = ancestor ? changedFields(remote, before) : remote;
  const typed = readTexts(document);
  const authors = chooseAuthors(fork, document);
  for (const field of TEXT_FIELDS) {
    if (news[field] === undefined) continue;
    const local = textChanges(before[field], typed[field]);
    for (const change of textChanges(before[field], unifyLineEnds(remote[field])).toReversed()) {
      fork.clientID = authors.of(change, local, typed[field], remote[field]);
      fork.transact(() => applyChange(fork.getText(field), change, unifyLineEnds(remote[field])));
    }
  }
  const state = Y.encodeStateAsUpdate(fork);
  const merged = documentOf(Y.encodeStateAsUpdate(document));
  Y.applyUpdate(merged, state);
  // Two names in one line are no name: the later one counts, which is the one that is still being typed.
  if (news.name !== undefined && typed.name !== before.name) replaceText(merged.getText('name'), typed.name);
  return {
    base: { version: remote.version, state },
    update: Y.encodeStateAsUpdate(merged, Y.encodeStateVector(document)),
  };
}

/** Turns one text into another by the smallest edits, so that cursors and merges stay where they belong. */
export function replaceText(text: Y.Text, next: string): void {
  const current = text.toString();
  if (current === next) return;
  // From the end backwards: earlier positions stay valid.
  for (const change of textChanges(current, next).toReversed()) applyChange(text, change, next);
}

function applyChange(
  text: Y.Text,
  { fromA, toA, fromB, toB }: ReturnType<typeof textChanges>[number],
  next: string,
): void {
  if (toA > fromA) text.delete(fromA, toA - fromA);
  if (toB > fromB) text.insert(fromA, next.slice(fromB, toB));
}

function documentOf(state: Uint8Array): Y.Doc {
  const document = new Y.Doc();
  Y.applyUpdate(document, state);
  return document;
}
