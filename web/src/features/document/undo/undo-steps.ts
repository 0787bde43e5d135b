/**
 * The steps of an undo history as plain values, so that it survives a reload. Yjs knows a step by the ids of the words
 * that came and of those that went. A document that is loaded again has the ids, but neither the words that went nor
 * which words came in the place of others, so the steps carry both.
 */
import * as Y from 'yjs';
import { indexOfPlace, placeAt } from '../moves/places.ts';
import { nameOfStep, setStepName } from './step-names.ts';

/** The client that wrote it, the place among its words, and how many there are (in UTF-16 units). */
type Inserted = readonly [client: number, clock: number, length: number];
type Deleted = readonly [client: number, clock: number, text: string];

/** Relative positions, as JSON. */
export interface CaretOfStep {
  readonly anchor: unknown;
  readonly head: unknown;
}

export interface KeptStep {
  readonly inserted: readonly Inserted[];
  readonly deleted: readonly Deleted[];
  readonly name?: string | undefined;
  /** The caret's place before the step, as relative positions. */
  readonly caret?: CaretOfStep | undefined;
}

export interface KeptSteps {
  /** The newest stands last in both. */
  readonly undo: readonly KeptStep[];
  readonly redo: readonly KeptStep[];
  /** Whether they are all there were. */
  readonly isWhole: boolean;
}

type StackItem = Y.UndoManager['undoStack'][number];
type Ranges = StackItem['insertions'];

const CARET = 'trellis-caret';
const MOST_STEPS = 500;
// The bound on words that went, in UTF-16 units: the browser keeps about 5 MB for a tab.
const MOST_TEXT = 200_000;

export function packSteps(manager: Y.UndoManager): KeptSteps {
  const { store } = manager.doc;
  let room = MOST_TEXT;
  const pack = (stack: readonly StackItem[]) => {
    const kept: KeptStep[] = [];
    for (const item of stack.slice(-MOST_STEPS).toReversed()) {
      const step = packStep(store, item);
      room -= step.deleted.reduce((sum, [, , text]) => sum + text.length, 0);
      if (room < 0) break;
      kept.unshift(step);
    }
    return kept;
  };
  const undo = pack(manager.undoStack);
  const redo = pack(manager.redoStack);
  return { undo, redo, isWhole: undo.length === manager.undoStack.length };
}

/**
 * Puts kept steps below those that the history has already.
 * @returns false where the document does not have what they are about, and nothing was put back
 */
export function unpackSteps(manager: Y.UndoManager, { undo, redo }: KeptSteps): boolean {
  const { doc } = manager;
  if (![...undo, ...redo].every((step) => isKnown(doc.store, step))) return false;
  doc.transact((transaction) => {
    for (const { deleted } of [...undo, ...redo])
      for (const words of deleted) bringBack(transaction, manager.scope, words);
  }, manager);
  manager.undoStack.unshift(...undo.map(unpackStep));
  // Steps that were typed meanwhile have ended the way forward.
  if (manager.undoStack.length === undo.length) manager.redoStack.unshift(...redo.map(unpackStep));
  return true;
}

/** @returns where the caret was before the step, if that was noted */
export function caretOfStep(step: StackItem, text: Y.Text): { anchor: number; head: number } | undefined {
  const caret = caretBefore(step);
  const [anchor, head] = [caret?.anchor, caret?.head].map((place) =>
    place ? indexOfPlace(text, Y.createRelativePositionFromJSON(place)) : undefined,
  );
  return anchor !== undefined && head !== undefined ? { anchor, head } : undefined;
}

export function caretAt(
  text: Y.Text,
  { anchor, head }: { readonly anchor: number; readonly head: number },
): CaretOfStep {
  const at = (index: number) => Y.relativePositionToJSON(placeAt(text, index));
  return { anchor: at(anchor), head: at(head) };
}

export function noteCaret(step: StackItem, caret: CaretOfStep): void {
  step.meta.set(CARET, caret);
}

function packStep(store: Y.Doc['store'], step: StackItem): KeptStep {
  const inserted: Inserted[] = [];
  for (const { item, offset, length } of partsOf(store, step.insertions))
    inserted.push([item.id.client, item.id.clock + offset, length]);
  const deleted: Deleted[] = [];
  for (const { item, offset, length, isOf } of partsOf(store, step.deletions)) {
    // Words that came and went in one step never come back.
    if (!item.deleted || !(item.content instanceof Y.ContentString) || isIn(step.insertions, isOf)) continue;
    deleted.push([item.id.client, item.id.clock + offset, item.content.str.slice(offset, offset + length)]);
  }
  return { inserted, deleted, name: nameOfStep(step), caret: caretBefore(step) };
}

function caretBefore({ meta }: StackItem): CaretOfStep | undefined {
  return meta.get(CARET) as CaretOfStep | undefined;
}

function unpackStep({ inserted, deleted, name, caret }: KeptStep): StackItem {
  const meta = new Map<unknown, unknown>();
  if (caret) meta.set(CARET, caret);
  const step: StackItem = {
    insertions: toRanges(inserted),
    deletions: toRanges(deleted.map(([client, clock, words]) => [client, clock, words.length])),
    meta,
  };
  if (name !== undefined) setStepName(step, name);
  return step;
}

function toRanges(ranges: readonly Inserted[]): Ranges {
  const set = Y.createDeleteSet();
  for (const [client, clock, len] of ranges) {
    const others = set.clients.get(client);
    if (others) others.push({ clock, len });
    else set.clients.set(client, [{ clock, len }]);
  }
  // In order, which Yjs asks for.
  return Y.mergeDeleteSets([set]);
}

function isKnown(store: Y.Doc['store'], { inserted, deleted }: KeptStep): boolean {
  return (
    inserted.every(([client, clock, length]) => Y.getState(store, client) >= clock + length) &&
    deleted.every(([client, clock, words]) => Y.getState(store, client) >= clock + words.length)
  );
}

/** Gives deleted words of these texts their letters again; they stay deleted. */
function bringBack(
  transaction: Y.Transaction,
  texts: readonly unknown[],
  [client, clock, words]: Deleted,
): void {
  const { store } = transaction.doc;
  const end = clock + words.length;
  for (let at = clock; at < end; ) {
    if (!(Y.getItem(store, Y.createID(client, at)) instanceof Y.Item)) return;
    const item = Y.getItemCleanStart(transaction, Y.createID(client, at));
    if (item.id.clock + item.length > end) Y.getItemCleanEnd(transaction, store, Y.createID(client, end - 1));
    if (item.deleted && texts.includes(item.parent)) {
      if (item.content instanceof Y.ContentDeleted)
        item.content = new Y.ContentString(words.slice(at - clock, at - clock + item.length));
      // Until the history lets go of it.
      item.keep = true;
    }
    at += item.length;
  }
}

interface Part {
  readonly item: Y.Item;
  readonly offset: number;
  readonly length: number;
  /** The id that the step knows it by. */
  readonly isOf: Y.ID;
}

/** The words of these ranges, or those that came in their place when they were undone and done again. */
function* partsOf(store: Y.Doc['store'], ranges: Ranges): Generator<Part> {
  for (const [client, all] of ranges.clients)
    for (const { clock, len } of all) yield* partsBetween(store, client, clock, len);
}

function* partsBetween(
  store: Y.Doc['store'],
  client: number,
  clock: number,
  length: number,
): Generator<Part> {
  const structs = store.clients.get(client);
  const end = Math.min(clock + length, Y.getState(store, client));
  if (!structs || clock >= end) return;
  for (let index = Y.findIndexSS(structs, clock); index < structs.length; index++) {
    const item = structs[index];
    if (!item || item.id.clock >= end) return;
    if (!(item instanceof Y.Item)) continue;
    const from = Math.max(item.id.clock, clock);
    const offset = from - item.id.clock;
    const count = Math.min(item.id.clock + item.length, end) - from;
    const isOf = Y.createID(client, from);
    if (!item.redone) yield { item, offset, length: count, isOf };
    else
      for (const part of partsBetween(store, item.redone.client, item.redone.clock + offset, count))
        yield { ...part, isOf };
  }
}

function isIn(ranges: Ranges, { client, clock }: Y.ID): boolean {
  return (ranges.clients.get(client) ?? []).some(
    (range) => range.clock <= clock && clock < range.clock + range.len,
  );
}
