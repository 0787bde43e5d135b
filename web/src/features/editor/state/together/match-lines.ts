/**
 * Which line of a text was which line of the one that it was made of: the same line, one that was edited, and one that went
 * to another place. Blank lines are no lines here, but the space between two.
 */
import { type Change, diff } from '@codemirror/merge';

export interface Lines {
  readonly lines: readonly string[];
  /** Before the first line, between two each, and after the last one. */
  readonly spaces: readonly string[];
  /** The place where each line begins. */
  readonly starts: readonly number[];
}

/** Quote, list, task, heading, and the indentation before them. */
export const LINE_MARKS =
  /^[^\S\n]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?/;

const SCAN_LIMIT = 2000;
// Beyond them are the halves of pairs, which the comparison keeps together.
const MOST_LINES = 0xd800;
// Each is compared with each.
const MOST_COMPARED = 100;
const LIKE = 0.5;
const NEAR = 0.15;
const SHARED = 0.3;

export function readLines(text: string): Lines {
  const lines: string[] = [];
  const spaces: string[] = [];
  const starts: number[] = [];
  let done = 0;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (line.trim() === '') continue;
    spaces.push(text.slice(done, index));
    lines.push(line);
    starts.push(index);
    done = index + line.length;
  }
  return { lines, spaces: [...spaces, text.slice(done)], starts };
}

/** @returns for each line of `before` its place in `after`; undefined where it is gone */
export function matchLines(
  before: readonly string[],
  after: readonly string[],
): (number | undefined)[] | undefined {
  const changes = changedLines(before, after);
  if (!changes) return undefined;
  const match = new Match(before, after, changes);
  match.take((line) => line);
  match.take((line) => line.replace(LINE_MARKS, '').trim());
  match.takeAlike(changes);
  for (const { fromA, toA, fromB, toB } of changes) match.takeOnly([fromA, toA], [fromB, toB]);
  return match.places;
}

type Span = readonly [from: number, to: number];

function changedLines(before: readonly string[], after: readonly string[]): readonly Change[] | undefined {
  const codes = new Map<string, string>();
  const encode = (lines: readonly string[]) =>
    lines
      .map((line) => {
        const code = codes.get(line) ?? String.fromCharCode(codes.size % MOST_LINES);
        codes.set(line, code);
        return code;
      })
      .join('');
  const [old, next] = [encode(before), encode(after)];
  return codes.size > MOST_LINES ? undefined : diff(old, next, { scanLimit: SCAN_LIMIT });
}

class Match {
  readonly places: (number | undefined)[];
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  readonly #taken = new Set<number>();

  constructor(before: readonly string[], after: readonly string[], changes: readonly Change[]) {
    this.#before = before;
    this.#after = after;
    this.places = before.map(() => undefined);
    let [at, there] = [0, 0];
    for (const { fromA, toA, toB } of [...changes, { fromA: before.length, toA: 0, toB: 0 }]) {
      while (at < fromA) this.#pair(at++, there++);
      [at, there] = [toA, toB];
    }
  }

  /** Lines with words that are the same in this way, wherever they are. */
  take(keyOf: (line: string) => string): void {
    const free = new Map<string, number[]>();
    for (const there of this.#free([0, this.#after.length])) {
      const key = keyOf(this.#after[there] ?? '');
      free.set(key, [...(free.get(key) ?? []), there]);
    }
    for (const at of this.#lost([0, this.#before.length])) {
      const key = keyOf(this.#before[at] ?? '');
      const there = hasWords(key) ? free.get(key)?.shift() : undefined;
      if (there !== undefined) this.#pair(at, there);
    }
  }

  /** Lines that say nearly the same: rather those with a word that no others have, and those between the same neighbours. */
  takeAlike(changes: readonly Change[]): void {
    const [gone, added] = [this.#lost([0, this.#before.length]), this.#free([0, this.#after.length])];
    if (gone.length === 0 || added.length === 0) return;
    const gapsBefore = changes.map(({ fromA, toA }): Span => [fromA, toA]);
    const lost = describe(this.#before, gone, gapsBefore);
    const gapsAfter = changes.map(({ fromB, toB }): Span => [fromB, toB]);
    const free = describe(this.#after, added, gapsAfter);
    const alike = lost.flatMap((one) =>
      free.map((other) => {
        const shared = [...one.ownWords].some((word) => other.ownWords.has(word)) ? SHARED : 0;
        const near = one.gap === other.gap ? NEAR : 0;
        return { at: one.at, there: other.at, like: likeness(one.pairs, other.pairs) + shared, near };
      }),
    );
    alike.sort((one, other) => other.like + other.near - one.like - one.near);
    for (const { at, there, like } of alike)
      if (like >= LIKE && this.places[at] === undefined && !this.#taken.has(there)) this.#pair(at, there);
  }

  /** A line in the place of one line is that one, whatever it says. */
  takeOnly(old: Span, next: Span): void {
    const [[at, ...others], [there, ...rest]] = [this.#lost(old), this.#free(next)];
    if (at !== undefined && there !== undefined && others.length + rest.length === 0) this.#pair(at, there);
  }

  #lost([from, to]: Span): number[] {
    return range(from, to).filter((at) => this.places[at] === undefined);
  }

  #free([from, to]: Span): number[] {
    return range(from, to).filter((there) => !this.#taken.has(there));
  }

  #pair(at: number, there: number): void {
    this.places[at] = there;
    this.#taken.add(there);
  }
}

function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

interface Described {
  readonly at: number;
  readonly pairs: ReadonlyMap<string, number>;
  /** The words that no other line has. */
  readonly ownWords: ReadonlySet<string>;
  readonly gap: number;
}

function describe(
  lines: readonly string[],
  places: readonly number[],
  gaps: readonly Span[],
): readonly Described[] {
  const counts = new Map<string, number>();
  const wordsOf = (line: string) => new Set(line.match(/[\p{L}\p{N}]+/gu));
  for (const line of lines) for (const word of wordsOf(line)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return places.slice(0, MOST_COMPARED).map((at) => ({
    at,
    pairs: pairsOf(lines[at] ?? ''),
    ownWords: new Set([...wordsOf(lines[at] ?? '')].filter((word) => counts.get(word) === 1)),
    gap: gaps.findIndex(([from, to]) => from <= at && at < to),
  }));
}

/** By the pairs of letters that both have: 0 for none, 1 for all. */
function likeness(pairs: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let same = 0;
  for (const [pair, count] of pairs) same += Math.min(count, others.get(pair) ?? 0);
  const all = sum(pairs.values()) + sum(others.values());
  return all === 0 ? 0 : (2 * same) / all;
}

function pairsOf(line: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 1; at < line.length; at++) {
    const pair = line.slice(at - 1, at + 1);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** @returns those of these numbers that do not grow, as few as possible */
export function outOfOrder(numbers: readonly (number | undefined)[]): Set<number> {
  // For each length the row that ends lowest.
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  const known = numbers.filter((number) => number !== undefined);
  for (const number of known) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
    before.set(number, ends[low - 1]);
  }
  const left = new Set(known);
  for (let number = ends.at(-1); number !== undefined; number = before.get(number)) left.delete(number);
  return left;
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, at) => from + at);
}
