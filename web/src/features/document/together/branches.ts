/**
 * Brings two branches of a page's document together that were apart. Yjs alone would add up what both did: it sees letters
 * that come and go, and no edits. So this looks at the texts that both began with and at what each made of them, and says
 * which edits bring the document there. The party that holds unsaved edits asks, as it hears of the log's: of two saves that
 * did not know of each other, the later one's.
 */
import * as Y from 'yjs';
import type { TextEdit } from '../moves/edits/text-changes.ts';
import { insertBehind, lettersBefore } from '../moves/writing/insert-behind.ts';
import { createDocument } from '../words/merge-order.ts';
import { replaceText, type StateVector, stateVectorOf } from '../words/page-document.ts';
import { TEXT_FIELDS } from '../words/page-texts.ts';
import { documentOf } from '../words/page-updates.ts';
import { isOfSum, type Part, settleMeetings } from './meetings.ts';

type Clocks = Map<number, number>;
type Deletions = ReturnType<typeof Y.createDeleteSet>;

interface Span {
  readonly id: { readonly client: number; readonly clock: number };
  readonly length: number;
}

interface Branch {
  readonly clocks: Clocks;
  readonly deletions: Deletions;
}

export interface Apart {
  /** The document as the log had it. */
  readonly known: Y.Doc;
  /** The log's edits since, with all deletions. */
  readonly news: Uint8Array;
  /** Edits of this browser that the log lacks. */
  readonly edits: Uint8Array;
  /** All that the document has beyond the log, where the edits stand on words of others, and what those have taken away. */
  readonly heard: { readonly all: Uint8Array; readonly gone: readonly Deletions[] } | undefined;
  /** Under these ids this browser has typed. */
  readonly own: ReadonlySet<number>;
  /** Undefined where all of it was heard by the others, and theirs here. */
  readonly seen: Seen | undefined;
}

/** The state of the screen when the first of the edits was made. */
export interface Seen {
  readonly all: Y.Snapshot;
  /** Edits of this browser that the log lacked by then. */
  readonly edits: Uint8Array;
}

/** @returns an update for the document with the news; undefined where there is nothing to do */
export function bringTogether(apart: Apart): Uint8Array | undefined {
  try {
    return apart.seen && settleApart(apart);
  } catch {
    // Then the two add up. Otherwise nothing would be saved from here.
    return undefined;
  }
}

function settleApart(apart: Apart): Uint8Array | undefined {
  const { known, news, edits, heard } = apart;
  const { whole, base, ours, theirs } = readBranches(apart);
  const merged = documentOf(Y.encodeStateAsUpdate(known), heard?.all ?? edits, news);
  merged.clientID = createDocument().clientID;
  const before = Y.snapshot(merged);
  for (const field of TEXT_FIELDS) {
    const parts = partsOf(whole.getText(field), { base, ours, theirs, sum: branchOf(merged) });
    const text = merged.getText(field);
    // Two names in one line are no name: the one that comes to the log later stands.
    if (field === 'name') settleName(text, parts);
    else for (const edit of settleMeetings(parts).toReversed()) applyEdit(text, edit);
  }
  if (Y.equalSnapshots(before, Y.snapshot(merged))) return undefined;
  return Y.encodeStateAsUpdate(merged, Y.encodeStateVector(before.sv));
}

function settleName(text: Y.Text, parts: readonly Part[]): void {
  const areBoth = (['ours', 'theirs'] as const).every((side) =>
    parts.some((part) => part[side] !== part.base),
  );
  if (areBoth) replaceText(text, parts.map((part) => (part.ours ? part.text : '')).join(''));
}

/** In the order of the shared text, in which moved lines stand where they were. */
function applyEdit(text: Y.Text, { from, to, insert }: TextEdit): void {
  if (to > from) text.delete(from, to - from);
  // Yjs' own insertion could pass a break that is gone, after which a line is that is shown elsewhere.
  if (insert !== '') insertBehind(text, lettersBefore(text, [from])[0] ?? 'start', insert);
}

/** Yjs' letters, with who has them; those that nobody has any more are left out. */
function partsOf(text: Y.Text, branches: Record<'base' | 'ours' | 'theirs' | 'sum', Branch>): Part[] {
  const parts: Part[] = [];
  for (let item = text._start; item; item = item.right) {
    if (!(item.content instanceof Y.ContentString)) continue;
    const { str } = item.content;
    const read = (branch: Branch) => readItem(item as Y.Item, str, branch);
    const [base, ours, theirs] = [read(branches.base), read(branches.ours), read(branches.theirs)];
    const sum = read(branches.sum);
    const ranges = [...base, ...ours, ...theirs, ...sum];
    const cuts = new Set([0, str.length, ...ranges.flatMap(({ from, to }) => [from, to])]);
    const places = [...cuts].sort((one, other) => one - other);
    for (const [index, from] of places.entries()) {
      const to = places[index + 1];
      if (to === undefined) continue;
      const isIn = (all: readonly Range[]) => all.some((range) => range.from <= from && from < range.to);
      const part = {
        text: str.slice(from, to),
        behind: letterBehind(item, from),
        base: isIn(base),
        ours: isIn(ours),
        theirs: isIn(theirs),
      };
      const isThere = isIn(sum);
      // Letters of a third one, or of edits that crossed: nobody's change here.
      if (isThere !== isOfSum(part)) part.base = part.ours = part.theirs = isThere;
      if (part.base || part.ours || part.theirs) parts.push(part);
    }
  }
  return parts;
}

/** Names the letter that this one of an item was written after. */
function letterBehind({ id, origin }: Y.Item, at: number): string {
  const left = at > 0 ? Y.createID(id.client, id.clock + at - 1) : origin;
  return left ? `${left.client}.${left.clock}` : 'start';
}

function branchOf(document: Y.Doc): Branch {
  const clocks = new Map(stateVectorOf(document));
  return { clocks, deletions: Y.createDeleteSetFromStructStore(document.store) };
}

/** Whether news have something that the document does not show. */
export function bringsAnything(document: Y.Doc, news: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(news);
  if (structs.some(({ id, length }) => Y.getState(document.store, id.client) < id.clock + length))
    return true;
  return [...ds.clients].some(([client, ranges]) =>
    ranges.some(({ clock, len }) => isAnyLeft(document.store.clients.get(client) ?? [], clock, clock + len)),
  );
}

function isAnyLeft(structs: readonly (Y.Item | Y.GC)[], from: number, to: number): boolean {
  // By halves, since a page may have many.
  let [low, high] = [0, structs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const struct = structs[middle];
    if (struct && struct.id.clock + struct.length <= from) low = middle + 1;
    else high = middle;
  }
  for (let at = low; (structs[at]?.id.clock ?? to) < to; at++) if (!structs[at]?.deleted) return true;
  return false;
}

interface Branches extends Record<'base' | 'ours' | 'theirs', Branch> {
  /** With all letters, also those that are gone. */
  readonly whole: Y.Doc;
}

/** @returns what both branches began with, and what each has now */
function readBranches({ known, news, edits, heard, own, seen }: Apart): Branches {
  const whole = new Y.Doc({ guid: '', gc: false });
  // The edits first: news may know letters of them only as deleted.
  for (const update of [Y.encodeStateAsUpdate(known), heard?.all ?? edits, news])
    Y.applyUpdate(whole, update);
  const before = stateVectorOf(known);
  const deletions = Y.createDeleteSetFromStructStore(known.store);
  const [mine, others] = [Y.decodeUpdate(edits), Y.decodeUpdate(news)];
  if (heard) {
    const { structs } = Y.decodeUpdate(heard.all);
    for (const struct of structs) if (!own.has(struct.id.client)) others.structs.push(struct);
    others.ds = Y.mergeDeleteSets([others.ds, ...heard.gone]);
  }
  const [ourEnds, theirEnds] = [endsOf(before, mine.structs), endsOf(before, others.structs)];
  // The others' words that the edits stand on were shown when these were made.
  const shown = endsOf(seen?.all.sv ?? before, beside(mine.structs));
  for (const [client, ranges] of mine.ds.clients)
    for (const { clock, len } of ranges) raise(shown, client, clock + len);
  const base: Clocks = new Map();
  for (const client of whole.store.clients.keys()) {
    const [our = 0, their = 0] = [ourEnds.get(client), theirEnds.get(client)];
    if (own.has(client)) base.set(client, Math.min(our, their));
    else {
      // Nobody here has written these: they are no change of this branch.
      const both = Math.max(our, Math.min(shown.get(client) ?? 0, their));
      for (const clocks of [base, ourEnds]) clocks.set(client, both);
      raise(theirEnds, client, both);
    }
  }
  // Others had taken away what was not shown any more, and the log has that, or gets it with the edits.
  const gone = seen ? without(seen.all.ds, Y.decodeUpdate(seen.edits).ds) : deletions;
  const goneWith = (...all: Deletions[]) => Y.mergeDeleteSets([deletions, ...all]);
  const ours = goneWith(mine.ds, inBoth(gone, others.ds));
  // The log has edits of this browser that came without an answer.
  const isLogged = [...own].some((client) => (base.get(client) ?? 0) > (before.get(client) ?? 0));
  const both = isLogged ? Y.mergeDeleteSets([mine.ds, gone]) : gone;
  const baseGone = goneWith(inBoth(both, others.ds), inBoth(gone, mine.ds));
  return {
    whole,
    base: { clocks: base, deletions: baseGone },
    ours: { clocks: ourEnds, deletions: ours },
    theirs: { clocks: theirEnds, deletions: goneWith(others.ds, inBoth(gone, mine.ds)) },
  };
}

/** Lists what the first set has and the second one lacks. */
function without(some: Deletions, others: Deletions): Deletions {
  const left = Y.createDeleteSet();
  for (const [client, ranges] of some.clients) {
    const taken = (others.clients.get(client) ?? []).toSorted((one, other) => one.clock - other.clock);
    const parts = ranges.flatMap(({ clock, len }) => {
      const free: { clock: number; len: number }[] = [];
      let at = clock;
      for (const other of taken) {
        if (other.clock >= clock + len || other.clock + other.len <= at) continue;
        if (other.clock > at) free.push({ clock: at, len: other.clock - at });
        at = Math.max(at, other.clock + other.len);
      }
      if (at < clock + len) free.push({ clock: at, len: clock + len - at });
      return free;
    });
    if (parts.length > 0) left.clients.set(client, parts as never);
  }
  return left;
}

function inBoth(some: Deletions, others: Deletions): Deletions {
  const both = Y.createDeleteSet();
  for (const [client, ranges] of some.clients) {
    const shared = ranges.flatMap(({ clock, len }) =>
      (others.clients.get(client) ?? []).flatMap((other) => {
        const [from, to] = [Math.max(clock, other.clock), Math.min(clock + len, other.clock + other.len)];
        return from < to ? [{ clock: from, len: to - from }] : [];
      }),
    );
    if (shared.length > 0) both.clients.set(client, shared);
  }
  return both;
}

function endsOf(clocks: StateVector, structs: Iterable<Span>): Clocks {
  const ends = new Map(clocks);
  for (const { id, length } of structs) raise(ends, id.client, id.clock + length);
  return ends;
}

function* beside(structs: readonly (Y.Item | Y.GC | Y.Skip)[]): Generator<Span> {
  for (const struct of structs)
    if (struct instanceof Y.Item)
      for (const id of [struct.origin, struct.rightOrigin]) if (id) yield { id, length: 1 };
}

function raise(clocks: Clocks, client: number, end: number): void {
  clocks.set(client, Math.max(clocks.get(client) ?? 0, end));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** @returns the letters of the item that the branch has */
function readItem({ id }: Y.Item, words: string, { clocks, deletions }: Branch): Range[] {
  const end = Math.min((clocks.get(id.client) ?? 0) - id.clock, words.length);
  const gone = deletions.clients.get(id.client) ?? [];
  const ranges: Range[] = [];
  let at = 0;
  for (let next = firstAfter(gone, id.clock); at < end; next++) {
    const range = gone[next];
    const to = Math.min(range ? Math.max(range.clock - id.clock, at) : end, end);
    if (to > at) ranges.push({ from: at, to });
    at = range ? Math.max(range.clock + range.len - id.clock, at) : end;
  }
  return ranges;
}

/** @returns the place of the first range that ends after this clock */
function firstAfter(
  ranges: readonly { readonly clock: number; readonly len: number }[],
  clock: number,
): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range && range.clock + range.len <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
