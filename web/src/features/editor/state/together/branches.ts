/**
 * Brings two branches of a page's document together that were apart. Yjs alone would add up what both did: it sees letters
 * that come and go, and no edits. So this looks at the texts that both began with and at what each made of them, and says
 * which edits bring the document there. The party that holds unsaved edits asks, as it hears of the log's: of two saves that
 * did not know of each other, the later one's.
 */
import * as Y from 'yjs';
import { createDocument } from '../merge-order.ts';
import { readTexts, replaceText, stateVectorOf } from '../page-document.ts';
import { type PageTexts, TEXT_FIELDS } from '../page-texts.ts';
import { documentOf } from '../page-updates.ts';
import { mergeMoved } from './moved-lines.ts';

type Clocks = Map<number, number>;
type Deletions = ReturnType<typeof Y.createDeleteSet>;

interface Branch {
  readonly clocks: Clocks;
  readonly deletions: Deletions;
}

export interface Apart {
  /** The document as the log had it. */
  readonly known: Y.Doc;
  /** The edits that the log has got since, with all deletions. */
  readonly news: Uint8Array;
  /** As it is shown, with edits that the log lacks. */
  readonly document: Y.Doc;
  /** Under these ids this browser has typed. */
  readonly own: ReadonlySet<number>;
}

/** @returns an update for the document with the news; undefined where there is nothing to do */
export function bringTogether(apart: Apart): Uint8Array | undefined {
  const { news, document } = apart;
  if (!bringsAnything(document, news)) return undefined;
  const { base, ours, theirs } = readBranches(apart);
  const merged = documentOf(Y.encodeStateAsUpdate(document), news);
  merged.clientID = createDocument().clientID;
  const before = Y.snapshot(merged);
  const added = readTexts(merged);
  for (const field of TEXT_FIELDS) {
    const next = mergeField(field, base[field], ours[field], theirs[field], added[field]);
    if (next !== undefined) replaceText(merged.getText(field), next);
  }
  if (Y.equalSnapshots(before, Y.snapshot(merged))) return undefined;
  return Y.encodeStateAsUpdate(merged, Y.encodeStateVector(before.sv));
}

function mergeField(
  field: keyof PageTexts,
  base: string,
  ours: string,
  theirs: string,
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
  if (!merged) return undefined;
  const { text, isArranged, isEntangled } = merged;
  // Yjs keeps every letter, and each line has those that it should have: then their order is as good.
  return isArranged || isEntangled || !haveSameLetters(text, added) ? text : undefined;
}

/** Whether the lines of both have the same letters each, in whatever order. */
function haveSameLetters(one: string, other: string): boolean {
  const counts = new Map<string, number>();
  const count = (text: string, by: number) => {
    for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + by);
  };
  count(one, 1);
  count(other, -1);
  const linesOf = (isOne: (times: number) => boolean) =>
    [...counts].flatMap(([line, times]) =>
      isOne(times) ? Array<string>(Math.abs(times)).fill([...line].sort().join('')) : [],
    );
  return `${linesOf((times) => times > 0).sort()}` === `${linesOf((times) => times < 0).sort()}`;
}

function bringsAnything(document: Y.Doc, news: Uint8Array): boolean {
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

/** @returns the texts that both branches began with, and those that each has now */
function readBranches({ known, news, document, own }: Apart): Record<'base' | 'ours' | 'theirs', PageTexts> {
  const whole = new Y.Doc({ guid: '', gc: false });
  const edits = Y.encodeStateAsUpdate(document, Y.encodeStateVector(known));
  for (const update of [Y.encodeStateAsUpdate(known), news, edits]) Y.applyUpdate(whole, update);
  const before = branchOf(known);
  const ours = branchOf(document);
  const { structs, ds } = Y.decodeUpdate(news);
  const theirs = new Map(before.clocks);
  for (const { id, length } of structs) raise(theirs, id.client, id.clock + length);
  // Both know those of the others' words that are shown already...
  const base = new Map(
    [...theirs].map(([client, end]) => [client, Math.min(end, ours.clocks.get(client) ?? 0)]),
  );
  // ...and those of this browser that the others built upon: they may be in the log without an answer.
  for (const client of own) base.set(client, before.clocks.get(client) ?? 0);
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || own.has(struct.id.client)) continue;
    for (const beside of [struct.origin, struct.rightOrigin])
      if (beside && own.has(beside.client)) raise(base, beside.client, beside.clock + 1);
  }
  for (const client of own) {
    for (const { clock, len } of ds.clients.get(client) ?? [])
      if (!Y.isDeleted(ours.deletions, Y.createID(client, clock))) raise(base, client, clock + len);
    const shown = ours.clocks.get(client) ?? 0;
    // The log has words of a tab of this browser that ended before its disk had them.
    if ((theirs.get(client) ?? 0) > shown) base.set(client, shown);
    else theirs.set(client, base.get(client) ?? 0);
  }
  return {
    base: readBranch(whole, { clocks: base, deletions: before.deletions }),
    ours: readBranch(whole, ours),
    theirs: readBranch(whole, { clocks: theirs, deletions: Y.mergeDeleteSets([before.deletions, ds]) }),
  };
}

function branchOf(document: Y.Doc): Branch {
  return {
    clocks: new Map(stateVectorOf(document)),
    deletions: Y.createDeleteSetFromStructStore(document.store),
  };
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
