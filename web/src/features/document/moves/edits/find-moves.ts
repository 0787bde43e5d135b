/** Which lines an edit takes away and puts elsewhere: blocks, items and rows of a table alike. */
import type { TextEdit } from './text-changes.ts';

/** Lines of the text before the edit, which stand elsewhere after it. */
export interface MovedLines {
  readonly first: number;
  readonly count: number;
  /** The line that they come after; -1 for the text's beginning. */
  readonly behind: number;
}

interface Region {
  readonly from: number;
  to: number;
  readonly start: number;
  end: number;
}

// Above this, a search takes longer than what it could spare.
const MOST_PAIRS = 250_000;

interface Lines {
  /** The line that each line of the new text was in the old one. */
  readonly origins: readonly (number | undefined)[];
  /** Lines of the new text that have moved. */
  readonly movers: ReadonlySet<number>;
}

/** @param edits in order, counted in the old text */
export function findMoves(before: string, after: string, edits: readonly TextEdit[]): MovedLines[] {
  const { origins, movers } = followLines(
    before.split('\n'),
    after.split('\n'),
    regionsOf(before, after, edits),
  );
  return groupsOf(origins, movers);
}

/** @param regions outside of which both texts have the same lines */
export function followLines(
  old: readonly string[],
  next: readonly string[],
  regions: readonly Region[],
): Lines {
  const origins: (number | undefined)[] = Array(next.length).fill(undefined);
  let shift = 0;
  let line = 0;
  for (const { from, to, start, end } of regions) {
    for (; line < start; line++) origins[line] = line + shift;
    for (const [at, origin] of staying(old, next, { from, to, start, end })) origins[at] = origin;
    line = end;
    shift = to - end;
  }
  for (; line < next.length; line++) origins[line] = line + shift;
  return { origins, movers: matchMovers(old, next, origins, regions) };
}

/** The lines that the edits touch, before and after. */
export function regionsOf(before: string, after: string, edits: readonly TextEdit[]): Region[] {
  const [lineBefore, lineAfter] = [linesIn(before), linesIn(after)];
  const regions: Region[] = [];
  let grown = 0;
  for (const { from, to, insert } of edits) {
    const [start, end] = [from + grown, from + grown + insert.length];
    const region = {
      from: lineBefore(from),
      to: lineBefore(to) + 1,
      start: lineAfter(start),
      end: lineAfter(end) + 1,
    };
    grown += insert.length - (to - from);
    const last = regions.at(-1);
    if (last && (region.from < last.to || region.start < last.end)) {
      last.to = region.to;
      last.end = region.end;
    } else regions.push(region);
  }
  return regions;
}

/** @returns a function that finds the line of a place */
function linesIn(text: string): (place: number) => number {
  const breaks: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks.push(at);
  return (place) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The lines of a region that keep their order, as much of the text as can; with the line that each of them was. */
function staying(
  old: readonly string[],
  next: readonly string[],
  { from, to, start, end }: Region,
): [number, number][] {
  const [rows, columns] = [to - from, end - start];
  if (rows * columns > MOST_PAIRS) return stayingOnes(old, next, { from, to, start, end });
  // How many letters stay, from each pair of lines on.
  const best = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (row: number, column: number) => best[row]?.[column] ?? 0;
  const weight = (row: number, column: number) => {
    const line = next[start + column] ?? '';
    return keyOf(old[from + row] ?? '') === keyOf(line) ? line.length + 1 : 0;
  };
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const both = weight(row, column);
      const value = Math.max(
        at(row + 1, column),
        at(row, column + 1),
        both && both + at(row + 1, column + 1),
      );
      (best[row] as Uint32Array)[column] = value;
    }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const both = weight(row, column);
    if (both && at(row, column) === both + at(row + 1, column + 1))
      pairs.push([start + column++, from + row++]);
    else if (at(row, column) === at(row + 1, column)) row++;
    else column++;
  }
  return pairs;
}

/** As many lines as can, of those that are there once. */
function stayingOnes(
  old: readonly string[],
  next: readonly string[],
  { from, to, start, end }: Region,
): [number, number][] {
  const [before, after] = [onesIn(old, from, to), onesIn(next, start, end)];
  const pairs = [...after].flatMap(([key, at]): [number, number][] => {
    const origin = before.get(key);
    return origin === undefined ? [] : [[at, origin]];
  });
  // The last pairs of the longest rows of each length, and the pair before each.
  const lasts: number[] = [];
  const previous: number[] = [];
  for (const [index, [, origin]] of pairs.entries()) {
    let [low, high] = [0, lasts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[lasts[middle] ?? 0]?.[1] ?? 0) < origin) low = middle + 1;
      else high = middle;
    }
    previous.push(lasts[low - 1] ?? -1);
    lasts[low] = index;
  }
  const kept: [number, number][] = [];
  for (let index = lasts.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    kept.unshift(pairs[index] as [number, number]);
  return kept;
}

/** @returns the lines that are there once, by what they say */
function onesIn(lines: readonly string[], from: number, to: number): Map<string, number> {
  const ones = new Map<string, number>();
  const others = new Set<string>();
  for (let line = from; line < to; line++) {
    const key = keyOf(lines[line] ?? '');
    if (ones.delete(key) || others.has(key)) others.add(key);
    else ones.set(key, line);
  }
  return ones;
}

/** Finds the old lines of new ones elsewhere. @returns the new lines that have moved */
function matchMovers(
  old: readonly string[],
  next: readonly string[],
  origins: (number | undefined)[],
  regions: readonly Region[],
): Set<number> {
  const taken = new Set(origins);
  const free = new Map<string, number[]>();
  const isFree = (line: number) =>
    !taken.has(line) && regions.some(({ from, to }) => from <= line && line < to);
  for (const { from, to } of regions)
    for (let line = from; line < to; line++) {
      const key = keyOf(old[line] ?? '');
      if (taken.has(line) || key === '') continue;
      free.set(key, [...(free.get(key) ?? []), line]);
    }
  const movers = new Set<number>();
  const take = (at: number, origin: number) => {
    origins[at] = origin;
    taken.add(origin);
    movers.add(at);
  };
  for (const { start, end } of regions)
    for (let at = start; at < end; at++) {
      const lines = free.get(keyOf(next[at] ?? ''));
      if (origins[at] === undefined && lines?.length) take(at, lines.shift() as number);
    }
  // Blank lines go along with those above them, or below.
  const takeBlank = (at: number, beside: number, step: number) => {
    const origin = (origins[beside] ?? Number.NaN) + step;
    const areBlank = next[at]?.trim() === '' && old[origin]?.trim() === '';
    if (origins[at] === undefined && movers.has(beside) && areBlank && isFree(origin)) take(at, origin);
  };
  for (const { start, end } of regions) {
    for (let at = start + 1; at < end; at++) takeBlank(at, at - 1, 1);
    for (let at = end - 2; at >= start; at--) takeBlank(at, at + 1, -1);
  }
  return movers;
}

function groupsOf(origins: readonly (number | undefined)[], movers: ReadonlySet<number>): MovedLines[] {
  const groups: { first: number; count: number; behind: number }[] = [];
  let behind = -1;
  for (const [at, origin] of origins.entries()) {
    if (origin === undefined) continue;
    const last = groups.at(-1);
    if (movers.has(at)) {
      const goesOn =
        last && last.first + last.count === origin && behind === origin - 1 && movers.has(at - 1);
      if (goesOn) last.count++;
      else groups.push({ first: origin, count: 1, behind });
    }
    behind = origin;
  }
  return groups;
}

/** A line is the same one with another indent or number. */
function keyOf(line: string): string {
  return line.trim().replace(/^\d+(?=[.)] )/, '');
}
