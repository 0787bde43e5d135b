/**
 * Brings two branches of a page's document together that were apart. Yjs alone would add up what both did: it sees letters
 * that come and go, and no edits. So this looks at the texts that both began with and at what each made of them, and says
 * which edits bring the document there. The party that holds unsaved edits asks, as it hears of the log's: of two saves that
 * did not know of each other, the later one's.
 */
import * as Y from 'yjs';
import { createDocument } from '../merge-order.ts';
import { type StateVector, stateVectorOf } from '../page-document.ts';
import { type PageTexts, TEXT_FIELDS } from '../page-texts.ts';
import { documentOf } from '../page-updates.ts';
import { LINE_MARKS } from './match-lines.ts';
import { mergeMoved } from './moved-lines.ts';
import { findSurplus, type Origin } from './surplus.ts';
import { countFaults, keepPlaces, replaceWords, type Three } from './whole-words.ts';

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
  /** What the log has got since, with all deletions. */
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
  const { known, news, edits, heard } = apart;
  const branches = readBranches(apart);
  const merged = documentOf(Y.encodeStateAsUpdate(known), heard?.all ?? edits, news);
  merged.clientID = createDocument().clientID;
  const before = Y.snapshot(merged);
  for (const field of TEXT_FIELDS) {
    const { base, ours, theirs, ends } = { ...branches, ...textsOf(field, branches) };
    mergeField(field, merged.getText(field), { base, ours, theirs }, ends, apart.seen !== undefined);
  }
  if (Y.equalSnapshots(before, Y.snapshot(merged))) return undefined;
  return Y.encodeStateAsUpdate(merged, Y.encodeStateVector(before.sv));
}

function textsOf(field: keyof PageTexts, { base, ours, theirs }: Branches): Three {
  return { base: base[field], ours: ours[field], theirs: theirs[field] };
}

function mergeField(field: keyof PageTexts, text: Y.Text, three: Three, ends: Ends, areApart: boolean): void {
  const { base, ours, theirs } = three;
  const added = text.toString();
  const surplus = findSurplus(added, three, originsOf(text, ends));
  const removeSurplus = () => {
    for (const { from, to } of surplus.toReversed()) text.delete(from, to - from);
  };
  const next = areApart ? mergeTexts(field, three, added) : undefined;
  if (next === undefined) {
    if (!areApart) removeSurplus();
    return;
  }
  // If so much has changed that lines are taken for others, Yjs' sum of both is nearer to what they meant.
  const left = surplus.toReversed().reduce((all, { from, to }) => all.slice(0, from) + all.slice(to), added);
  const isSimple = field === 'name' || ours === base || theirs === base;
  if (isSimple || countFaults(next, three) <= countFaults(left, three)) replaceWords(text, next);
  else removeSurplus();
}

/** @returns undefined where what Yjs made of both is right */
function mergeTexts(
  field: keyof PageTexts,
  { base, ours, theirs }: Three,
  added: string,
): string | undefined {
  // Only one says something else: Yjs may not, where lines went away and came back.
  if (ours === base || ours === theirs) return theirs;
  if (theirs === base) return ours;
  // Two names in one line are no name: the one that comes to the log later stands.
  if (field === 'name') return ours;
  // Words that both wrote at one place stay in the order in which Yjs has them.
  const isOursFirst = (our: string, their: string) => added.indexOf(our) < added.indexOf(their);
  const merged = mergeMoved(base, ours, theirs, isOursFirst);
  if (!merged) return added;
  const { text, isArranged, isEntangled } = merged;
  // Yjs keeps every letter, and each line has those that it should have: then their order is as good.
  if (!isArranged && !isEntangled && haveSameLetters(text, added)) return undefined;
  if (!isEntangled) return text;
  const kept = keepPlaces(added, text);
  return countTables(kept) === countTables(text) ? kept : text;
}

function countTables(text: string): number {
  return text.match(/(?<!^[ \t]*\|.*\n)^[ \t]*\|/gm)?.length ?? 0;
}

/** @returns tells who wrote the letter at a place of the text */
function originsOf(text: Y.Text, { base, ours, theirs }: Ends): (place: number) => Origin {
  const origins: Origin[] = [];
  for (let item = text._start; item; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue;
    const { client, clock } = item.id;
    for (let at = clock; at < clock + item.length; at++) {
      const isIn = (clocks: Clocks) => at < (clocks.get(client) ?? 0);
      origins.push(isIn(base) ? 'before' : isIn(theirs) ? 'theirs' : isIn(ours) ? 'mine' : 'before');
    }
  }
  return (place) => origins[place] ?? 'before';
}

/** Whether the lines of both have the same letters each behind the same marks, in whatever order. */
function haveSameLetters(one: string, other: string): boolean {
  const counts = new Map<string, number>();
  const count = (text: string, by: number) => {
    for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + by);
  };
  count(one, 1);
  count(other, -1);
  const linesOf = (isOne: (times: number) => boolean) =>
    [...counts].flatMap(([line, times]) =>
      isOne(times)
        ? Array<string>(Math.abs(times)).fill(`${LINE_MARKS.exec(line)}${[...line].sort().join('')}`)
        : [],
    );
  return `${linesOf((times) => times > 0).sort()}` === `${linesOf((times) => times < 0).sort()}`;
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

type Ends = Record<'base' | 'ours' | 'theirs', Clocks>;

interface Branches extends Record<'base' | 'ours' | 'theirs', PageTexts> {
  /** So many words of each client are in each. */
  readonly ends: Ends;
}

/** @returns the texts that both branches began with, and those that each has now */
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
    others.structs.push(...structs.filter(({ id }) => !own.has(id.client)));
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
  const both = isLogged ? mine.ds : gone;
  const baseGone = goneWith(inBoth(both, others.ds), inBoth(gone, mine.ds));
  return {
    base: readBranch(whole, { clocks: base, deletions: baseGone }),
    ours: readBranch(whole, { clocks: ourEnds, deletions: ours }),
    theirs: readBranch(whole, { clocks: theirEnds, deletions: goneWith(others.ds, inBoth(gone, mine.ds)) }),
    ends: { base, ours: ourEnds, theirs: theirEnds },
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

function readBranch(whole: Y.Doc, branch: Branch): PageTexts {
  const read = (field: keyof PageTexts) => {
    let text = '';
    for (let item = whole.getText(field)._start; item; item = item.right)
      if (item.content instanceof Y.ContentString) text += readItem(item, item.content.str, branch);
    return text;
  };
  return { name: read('name'), description: read('description'), content: read('content') };
}

function readItem({ id }: Y.Item, words: string, { clocks, deletions }: Branch): string {
  const end = Math.min((clocks.get(id.client) ?? 0) - id.clock, words.length);
  const gone = deletions.clients.get(id.client) ?? [];
  let text = '';
  let at = 0;
  for (let next = firstAfter(gone, id.clock); at < end; next++) {
    const range = gone[next];
    text += words.slice(at, Math.min(range ? Math.max(range.clock - id.clock, at) : end, end));
    at = range ? Math.max(range.clock + range.len - id.clock, at) : end;
  }
  return text;
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
