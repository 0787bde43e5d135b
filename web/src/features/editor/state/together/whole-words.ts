/**
 * Changes of a text word by word. A comparison by letters keeps a letter of one word for another word, and whoever types in the
 * first one meanwhile would find it torn apart.
 */
import { type Change, diff } from '@codemirror/merge';
import type * as Y from 'yjs';
import { textChanges } from '../text-changes.ts';

const LINES = /[^\n]*\n|[^\n]+/g;
const WORDS = /\S+|\s/g;
const RUNS = /\S+/g;
const SIGNS = /\S/g;
// A word that is there twice can be taken away again.
const LOST = 100;
/** A link is one word: a picture is there or not. */
export const TERMS = /!?\[[^\]\n]*\]\([^)\s]*\)|[\p{L}\p{M}\p{N}_]+(?:[-'.][\p{L}\p{M}\p{N}_]+)*/gu;
const SCAN_LIMIT = 2000;
// Beyond them are the halves of pairs, which the comparison keeps together.
const MOST_KINDS = 0xd800;

/** Turns one text into another, and leaves lines and words alone that both have. */
export function replaceWords(text: Y.Text, next: string): void {
  const current = text.toString();
  const changes = changesBy(current, next, LINES, (before, after) =>
    changesBy(before, after, WORDS, (word, other) => [...textChanges(word, other)]),
  );
  // From the end backwards: earlier positions stay valid.
  for (const { fromA, toA, fromB, toB } of changes.toReversed()) {
    if (toA > fromA) text.delete(fromA, toA - fromA);
    if (toB > fromB) text.insert(fromA, next.slice(fromB, toB));
  }
}

type Changed = Pick<Change, 'fromA' | 'toA' | 'fromB' | 'toB'>;

/** @param within compares parts that came in the place of others */
function changesBy(
  before: string,
  after: string,
  parts: RegExp,
  within: (before: string, after: string) => readonly Changed[],
): Changed[] {
  const [old, next] = [before.match(parts) ?? [], after.match(parts) ?? []];
  const changes = compareParts(old, next);
  if (!changes) return [...textChanges(before, after)];
  const [starts, startsAfter] = [startsOf(old), startsOf(next)];
  return changes.flatMap(({ fromA, toA, fromB, toB }) => {
    const [from, to] = [starts[fromA] ?? 0, starts[toA] ?? 0];
    const [start, end] = [startsAfter[fromB] ?? 0, startsAfter[toB] ?? 0];
    if (toA - fromA !== toB - fromB) return [{ fromA: from, toA: to, fromB: start, toB: end }];
    return within(before.slice(from, to), after.slice(start, end)).map((part) => ({
      fromA: from + part.fromA,
      toA: from + part.toA,
      fromB: start + part.fromB,
      toB: start + part.toB,
    }));
  });
}

function compareParts(before: readonly string[], after: readonly string[]): readonly Change[] | undefined {
  const codes = new Map<string, string>();
  const encode = (parts: readonly string[]) =>
    parts
      .map((part) => {
        const code = codes.get(part) ?? String.fromCharCode(codes.size % MOST_KINDS);
        codes.set(part, code);
        return code;
      })
      .join('');
  const [old, next] = [encode(before), encode(after)];
  return codes.size > MOST_KINDS ? undefined : diff(old, next, { scanLimit: SCAN_LIMIT });
}

/** @returns where each part begins, and where the last one ends */
function startsOf(parts: readonly string[]): number[] {
  const starts = [0];
  for (const { length } of parts) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

/**
 * The next text with each line where it is already: moving one back takes letters away in which somebody may be writing.
 * @returns lines that both texts have at their place in the current one, others in the place of one like them
 */
export function keepPlaces(current: string, next: string): string {
  const [old, news] = [current.split('\n'), next.split('\n')];
  const changes = compareParts(old, news);
  if (!changes) return next;
  /** For each line of the next text the one of the current text that it is. */
  const places: (number | undefined)[] = [];
  const free = new Set<number>();
  const open: number[] = [];
  let [at, there] = [0, 0];
  for (const { fromA, toA, toB } of [...changes, { fromA: old.length, toA: 0, toB: 0 }]) {
    for (; at < fromA; at++) places[there++] = at;
    for (; at < toA; at++) free.add(at);
    for (; there < toB; there++) open.push(there);
  }
  const pair = (isSame: (line: string, other: string) => boolean) => {
    for (const place of open.splice(0)) {
      const found = [...free].find((one) => isSame(old[one] ?? '', news[place] ?? ''));
      if (found === undefined) open.push(place);
      else free.delete(found);
      places[place] = found;
    }
  };
  pair((line, other) => line === other);
  pair((line, other) => other.trim() !== '' && areAlike(line, other));
  const lines = old.map((line, place) => (free.has(place) ? [] : [line]));
  const first: string[] = [];
  for (const [place, line] of news.entries()) {
    const its = places[place];
    if (its !== undefined) lines[its]?.splice(0, 1, line);
    else {
      const above = places.slice(0, place).findLast((one) => one !== undefined);
      (above === undefined ? first : lines[above])?.push(line);
    }
  }
  return [...first, ...lines.flat()].join('\n');
}

/** Whether at least half of the words of two lines are the same. */
export function areAlike(line: string, other: string): boolean {
  const [some, others] = [line, other].map((one) => new Set(one.match(TERMS)));
  if (!some || !others) return false;
  return [...some].filter((term) => others.has(term)).length * 2 >= Math.max(some.size, others.size);
}

export interface Three {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** @returns how many words are lost, torn, doubled or back in a text that was made of two */
export function countFaults(merged: string, { base, ours, theirs }: Three): number {
  const count = (pattern: RegExp) =>
    [merged, base, ours, theirs].map((text) => counted(text, pattern)) as [Counts, Counts, Counts, Counts];
  let faults = 0;
  for (const [all, before, our, their] of [count(TERMS), count(SIGNS)])
    for (const term of new Set([...all.keys(), ...before.keys(), ...our.keys(), ...their.keys()])) {
      const bounds = boundsOf([before.get(term) ?? 0, our.get(term) ?? 0, their.get(term) ?? 0]);
      const is = all.get(term) ?? 0;
      if (bounds && is < bounds.least) faults += LOST;
      else if (bounds && is > bounds.most) faults++;
    }
  const [runs, runsBefore, ourRuns, theirRuns] = count(RUNS);
  for (const side of [ourRuns, theirRuns])
    for (const run of side.keys()) if (!runsBefore.has(run) && !runs.has(run)) faults++;
  return faults;
}

type Counted = readonly [was: number, mine: number, others: number];

/** @returns how often a word may be there; undefined for one that came about where two met */
function boundsOf([was, mine, others]: Counted): { least: number; most: number } | undefined {
  if (was + mine + others === 0) return undefined;
  const sum = Math.max(mine + others - was, 0);
  // Both may have written the same one, or taken the same one away.
  const [isMore, isLess] = [mine >= was && others >= was, mine <= was && others <= was];
  const once = isMore ? Math.max(mine, others) : isLess ? Math.min(mine, others) : sum;
  return { least: Math.min(once, sum), most: Math.max(once, sum) };
}

/** @returns tells how often a word may be there at most */
export function mostOf({ base, ours, theirs }: Three): (term: string) => number | undefined {
  const [before, our, their] = [base, ours, theirs].map((text) => counted(text, TERMS)) as [
    Counts,
    Counts,
    Counts,
  ];
  return (term) => boundsOf([before.get(term) ?? 0, our.get(term) ?? 0, their.get(term) ?? 0])?.most;
}

type Counts = ReadonlyMap<string, number>;

function counted(text: string, pattern: RegExp): Counts {
  const counts = new Map<string, number>();
  for (const [term] of text.matchAll(pattern)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
