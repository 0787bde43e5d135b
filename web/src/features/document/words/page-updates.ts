/** Updates of a page's document, as they come from others. */
import * as Y from 'yjs';
import { MOVES_FIELD } from '../moves/arrangement/move-records.ts';
import { TEXT_FIELDS } from './page-texts.ts';

/** Marks what others typed a moment ago: undo leaves it alone, and it is not sent again as an edit of this browser. */
export const FROM_OTHERS = Symbol('from others');

/** Marks what the log has, and with it the noted state: the drafts need not keep it once more. */
export const FROM_LOG = Symbol('from the log');

/** Edits of the document of that identity. */
export interface UnsavedEdits {
  readonly epoch: string;
  readonly update: Uint8Array;
  /** The update's clients that typed in this browser. Words of others are kept as well. */
  readonly own: readonly number[];
}

const MOST_WORDS = 2 ** 31;
const ROOTS: ReadonlySet<unknown> = new Set([...TEXT_FIELDS, MOVES_FIELD]);

/**
 * Whether an update holds nothing but text of a page's three fields and its moves. Another one could end the editor of everyone who
 * has the page open: Yjs throws at some in the middle, and an editor of plain text shows nothing else in the right place.
 */
export function isPlainText(update: Uint8Array): boolean {
  try {
    const { structs, ds } = Y.decodeUpdate(update);
    return structs.every(isPlainStruct) && [...ds.clients.values()].flat().every(isPlainDeletion);
  } catch {
    return false;
  }
}

function isPlainStruct(struct: Y.Item | Y.GC | Y.Skip): boolean {
  // Yjs throws in the middle of an update at words without a length, and at words that stand beside later ones of their own.
  if (struct.length < 1 || struct.id.clock + struct.length > MOST_WORDS) return false;
  if (!(struct instanceof Y.Item)) return true;
  const { content, id, origin, rightOrigin, parent, parentSub } = struct;
  for (const beside of [origin, rightOrigin])
    if (beside?.client === id.client && beside.clock >= id.clock) return false;
  const isText = content instanceof Y.ContentString || content instanceof Y.ContentDeleted;
  // Beside a neighbour it belongs where that one does.
  const isInField = parent === null || ROOTS.has(parent);
  return isText && isInField && parentSub === null;
}

function isPlainDeletion({ clock, len }: { readonly clock: number; readonly len: number }): boolean {
  // Yjs throws at one of nothing.
  return len > 0 && clock + len <= MOST_WORDS;
}

/** @returns a document with these updates, in their order; those that are not text are left out, as everywhere */
export function documentOf(...updates: readonly Uint8Array[]): Y.Doc {
  // Otherwise Yjs draws it a name, one random number for each digit, which takes most of the time. Nothing reads it.
  const document = new Y.Doc({ guid: '' });
  for (const update of updates) applyUpdate(document, update);
  return document;
}

export function applyUpdate(document: Y.Doc, update: Uint8Array): void {
  if (isPlainText(update)) Y.applyUpdate(document, update, FROM_LOG);
}

/** @returns one document's words and deletions that another one lacks; undefined if there are none */
export function missingFrom(known: Y.Doc, document: Y.Doc): Uint8Array | undefined {
  if (Y.equalSnapshots(Y.snapshot(known), Y.snapshot(document))) return undefined;
  return Y.encodeStateAsUpdate(document, Y.encodeStateVector(known));
}

/** Whether a document has all that another one has, words and deletions. */
export function holdsAll(document: Y.Doc, other: Y.Doc): boolean {
  const whole = Y.snapshot(document);
  const { sv, ds } = Y.snapshot(other);
  const hasWords = [...sv].every(([client, clock]) => (whole.sv.get(client) ?? 0) >= clock);
  return hasWords && Y.equalDeleteSets(whole.ds, Y.mergeDeleteSets([whole.ds, ds]));
}

/** Whether the document has all the words of the update: none waits for another one. */
export function holdsWords(document: Y.Doc, update: Uint8Array): boolean {
  return [...Y.parseUpdateMeta(update).to].every(
    ([client, clock]) => Y.getState(document.store, client) >= clock,
  );
}

/** Whether an update brings words, and none of them waits for other ones. */
export function attaches(document: Y.Doc, update: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(update);
  const ends = new Map<number, number>();
  for (const { id, length } of structs) {
    const end = ends.get(id.client) ?? Y.getState(document.store, id.client);
    if (id.clock > end) return false;
    ends.set(id.client, Math.max(end, id.clock + length));
  }
  const has = (client: number, clock: number) =>
    clock < (ends.get(client) ?? Y.getState(document.store, client));
  const stand = structs.every((struct) => {
    if (!(struct instanceof Y.Item)) return !(struct instanceof Y.Skip);
    return [struct.origin, struct.rightOrigin].every((id) => !id || has(id.client, id.clock));
  });
  const deleted = [...ds.clients].flatMap(([client, ranges]) =>
    ranges.map((range) => ({ client, ...range })),
  );
  return stand && deleted.every(({ client, clock, len }) => has(client, clock + len - 1));
}

/** @returns under whose ids the update has words */
export function clientsOf(update: Uint8Array): number[] {
  return [...Y.parseUpdateMeta(update).to.keys()];
}

/** @returns the clients of an update that are among these */
export function ownClientsOf(update: Uint8Array, own: ReadonlySet<number>): number[] {
  return clientsOf(update).filter((client) => own.has(client));
}

/** Whether an update has words under one of these clients' ids that the document lacks. */
export function claims(document: Y.Doc, update: Uint8Array, clients: ReadonlySet<number>): boolean {
  return [...Y.parseUpdateMeta(update).to].some(
    ([client, clock]) => clients.has(client) && clock > Y.getState(document.store, client),
  );
}

/** @returns one update of those that are text; undefined where there are none */
export function merged(updates: readonly Uint8Array[]): Uint8Array | undefined {
  const readable = updates.filter(isPlainText);
  return readable.length > 0 ? Y.mergeUpdates(readable) : undefined;
}
