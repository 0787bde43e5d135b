/**
 * A page while it is edited: a Yjs document with one text per field. Yjs merges edits made apart without losing
 * either side's words; what the server stores stays plain Markdown.
 */
import * as Y from 'yjs';
import { type PageTexts, TEXT_FIELDS, unifyLineEnds } from './page-texts.ts';
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
  const document = new Y.Doc();
  Y.applyUpdate(document, state);
  return readTexts(document);
}

/** @param origin tells observers who wrote: the undo history leaves out all but the person's own edits */
export function writeTexts(document: Y.Doc, texts: PageTexts, origin: unknown): void {
  document.transact(() => {
    for (const field of TEXT_FIELDS) replaceText(document.getText(field), unifyLineEnds(texts[field]));
  }, origin);
}

/**
 * Takes over what others saved since the base, keeping what was typed here since: the difference between the two
 * server versions is written into a copy of the document as it was at the base, and Yjs merges that copy. Only of two
 * new names one is kept.
 * @returns the new base
 */
export function rebase(
  document: Y.Doc,
  base: Base,
  remote: PageTexts & { readonly version: string },
  origin: unknown,
): Base {
  const name = document.getText('name');
  const typedName = name.toString();
  const isRenamedHere = typedName !== readTextsOfState(base.state).name;
  const fork = new Y.Doc();
  Y.applyUpdate(fork, base.state);
  writeTexts(fork, remote, origin);
  const state = Y.encodeStateAsUpdate(fork);
  Y.applyUpdate(document, state, origin);
  // Two names in one line are no name: the later one counts, which is the one that is still being typed.
  if (isRenamedHere) document.transact(() => replaceText(name, typedName), origin);
  return { version: remote.version, state };
}

/** Turns one text into another by the smallest edits, so that cursors and merges stay where they belong. */
export function replaceText(text: Y.Text, next: string): void {
  const current = text.toString();
  if (current === next) return;
  // From the end backwards: earlier positions stay valid.
  for (const change of textChanges(current, next).toReversed()) {
    if (change.toA > change.fromA) text.delete(change.fromA, change.toA - change.fromA);
    if (change.toB > change.fromB) text.insert(change.fromA, next.slice(change.fromB, change.toB));
  }
}
