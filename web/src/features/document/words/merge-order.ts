/**
 * Which of two texts written at the same place comes first. Yjs puts the one with the lower client id to the left, and
 * ids are random: a colleague's line could split a sentence that is being typed. So the ids that others' news are
 * written under are chosen here: typing stays attached to what is left of it.
 */
import type { Change } from '@codemirror/merge';
import * as Y from 'yjs';
import { HIGHEST_TYPED, LOWEST_TYPED } from '../moves/writing/typing-ids.ts';
import { documentOf } from './page-updates.ts';

const ID_END = 2 ** 32;

/** @returns an empty document whose client id leaves room for others' on both sides */
export function createDocument(): Y.Doc {
  const document = documentOf();
  document.clientID = randomBetween(LOWEST_TYPED, HIGHEST_TYPED);
  return document;
}

export interface Authors {
  /**
   * @param change what others did, between the common ancestor and `theirs`
   * @param local what was typed here, between the common ancestor and `typed`
   * @returns the client id to write it under
   */
  of(change: Change, local: readonly Change[], typed: string, theirs: string): number;
}

/**
 * @param fork the common ancestor, into which the news are about to be written
 * @param document what was typed since
 */
export function chooseAuthors(fork: Y.Doc, document: Y.Doc): Authors {
  const known = new Set([...fork.store.clients.keys(), ...document.store.clients.keys()]);
  const atAncestor = Y.decodeStateVector(Y.encodeStateVector(fork));
  const typing = [...document.store.clients.keys()].filter(
    (client) => Y.getState(document.store, client) > (atAncestor.get(client) ?? 0),
  );
  const left = unknownBetween(0, Math.min(LOWEST_TYPED, ...typing), known);
  const right = unknownBetween(Math.max(HIGHEST_TYPED, ...typing.map((id) => id + 1)), ID_END, known);
  return { of: (...changes) => (goesFirst(...changes) ? left : right) };
}

function goesFirst(change: Change, local: readonly Change[], typed: string, theirs: string): boolean {
  // New words in the place of old ones belong where the old ones were.
  if (change.toA > change.fromA) return true;
  const beside = local.find(({ fromA, fromB, toB }) => fromA === change.fromA && toB > fromB);
  // The end of a line that goes on belongs to it; a new line comes after it.
  return beside !== undefined && typed[beside.fromB] === '\n' && theirs[change.fromB] !== '\n';
}

function unknownBetween(start: number, end: number, known: ReadonlySet<number>): number {
  // No room is left beside an id at the very edge, of a document that an earlier release began.
  if (end - start <= known.size) return unknownBetween(0, ID_END, known);
  let id = randomBetween(start, end);
  while (known.has(id)) id = randomBetween(start, end);
  return id;
}

function randomBetween(start: number, end: number): number {
  return start + Math.floor(Math.random() * (end - start));
}
