/**
 * Lines that went to another place. A text with the lines back where they were differs from the one before by what was written
 * in place, and so two of them can be merged; afterwards the lines go where they went. So words go along with the line that
 * they were written in, and a line that both moved is there once.
 */
import { LINE_MARKS, type Lines, matchLines, outOfOrder, range, readLines } from './match-lines.ts';
import { type Merged, mergeThree, type Order } from './three-way.ts';

/** A side is one of the two texts that the base became. */
interface Side {
  readonly text: Lines;
  /** For each line of the base its place here. */
  readonly places: readonly (number | undefined)[];
  /** For each line here its place in the base. */
  readonly origins: readonly (number | undefined)[];
  /** Lines of the base that went to another place. */
  readonly moved: ReadonlySet<number>;
  /** The places of new lines that belong to the one above, which moved. */
  readonly followers: ReadonlySet<number>;
}

/** A line of the merged text, on its way to its place. */
interface Placed {
  readonly line: string;
  /** Its place before. */
  readonly at: number;
  /** Its lines in the base: none for a new one, several where it was joined of them. */
  readonly origins: readonly number[];
}

// So far one looks for a neighbour, and so much farther for one that stayed.
const MOST_STEPS = 12;
const ELSEWHERE = 1.5;

export interface MergedLines extends Merged {
  /** Whether a side moved lines, or took one away, while the other wrote. */
  readonly isEntangled: boolean;
}

export function mergeMoved(
  base: string,
  ours: string,
  theirs: string,
  order: Order,
): MergedLines | undefined {
  if (ours === base || theirs === base || ours === theirs)
    return { text: theirs === base ? ours : theirs, isArranged: false, isEntangled: false, meetings: [] };
  const start = readLines(base);
  const [mine, others] = [readSide(start, ours), readSide(start, theirs)];
  if (!mine || !others) return undefined;
  const isEntangled = hasGone(start, mine, others) || hasGone(start, others, mine);
  if (!isEntangled) {
    const merged = mergeThree(base, ours, theirs, order);
    return merged && { ...merged, isEntangled };
  }
  const merged = mergeThree(base, asBefore(start, mine, others), asBefore(start, others, mine), order);
  if (!merged) return undefined;
  const placing = new Placing(base, start, merged, mine, others);
  // When both moved a line, the later place stands.
  placing.move(others, mine.moved);
  placing.move(mine);
  return { ...merged, text: placing.text, isEntangled };
}

function readSide(base: Lines, side: string): Side | undefined {
  const text = readLines(side);
  const places = matchLines(base.lines, text.lines);
  if (!places) return undefined;
  const origins: (number | undefined)[] = text.lines.map(() => undefined);
  for (const [origin, place] of places.entries()) if (place !== undefined) origins[place] = origin;
  const moved = outOfOrder(origins);
  return { text, places, origins, moved, followers: findFollowers(text, origins, moved) };
}

function findFollowers(
  { lines, spaces }: Lines,
  origins: Side['origins'],
  moved: ReadonlySet<number>,
): Set<number> {
  const followers = new Set<number>();
  let root: number | undefined;
  let last: number | undefined;
  for (const [place, line] of lines.entries()) {
    const origin = origins[place];
    if (origin !== undefined) {
      if (!moved.has(origin)) root = undefined;
      else if (root === undefined || last === undefined || origin !== last + 1) root = place;
      last = origin;
    } else if (root !== undefined) {
      const next = origins.slice(place).find((one) => one !== undefined);
      const isWithin = last !== undefined && next === last + 1 && moved.has(next);
      if (isWithin || isPartOf(line, spaces[place] ?? '', lines[root] ?? '')) followers.add(place);
      else root = undefined;
    }
  }
  return followers;
}

/** Whether a line is nested under a block, or goes on with its paragraph. */
function isPartOf(line: string, space: string, root: string): boolean {
  if (indentOf(line) > indentOf(root)) return true;
  return space === '\n' && kindOf(line) === undefined && kindOf(root) !== 'row' && !/^#/.test(root);
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

/** Whether this side has lines in other places, or took one away in which the other wrote words. */
function hasGone(base: Lines, side: Side, other: Side): boolean {
  return side.moved.size > 0 || base.lines.some((_, origin) => isRescued(base, side, other, origin));
}

/** Whether this side took a line away in which the other one wrote words. */
function isRescued(base: Lines, side: Side, other: Side, origin: number): boolean {
  const place = other.places[origin];
  if (side.places[origin] !== undefined || place === undefined) return false;
  const line = base.lines[origin] ?? '';
  const next = other.text.lines[place] ?? '';
  if (line === next) return false;
  const wordsOf = (text: string): string[] => text.replace(LINE_MARKS, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = new Set(wordsOf(line));
  return wordsOf(next).some((word) => !words.has(word));
}

/** The text with all lines where they were in the base, and of those that it took away what holds the other's words. */
function asBefore(base: Lines, side: Side, other: Side): string {
  const order: { line: string; place?: number; origin?: number; isFollower?: boolean }[] = [];
  for (const [place, line] of side.text.lines.entries()) {
    const origin = side.origins[place];
    if (origin === undefined ? side.followers.has(place) : side.moved.has(origin)) continue;
    order.push({ line, place, ...(origin !== undefined && { origin }) });
  }
  const placeOf = (origin: number) => {
    let at = order.findLastIndex((one) => one.origin !== undefined && one.origin < origin) + 1;
    if (at === 0)
      at = Math.max(
        order.findIndex((one) => one.origin !== undefined),
        0,
      );
    while (order[at]?.isFollower) at++;
    return at;
  };
  for (const [origin, line] of base.lines.entries()) {
    const place = side.places[origin];
    if (place !== undefined && side.moved.has(origin)) {
      const back = [place];
      while (side.followers.has(place + back.length)) back.push(place + back.length);
      const lines = back.map((one) => ({
        line: side.text.lines[one] ?? '',
        place: one,
        ...(one === place ? { origin } : { isFollower: true }),
      }));
      order.splice(placeOf(origin), 0, ...lines);
    } else if (isRescued(base, side, other, origin))
      order.splice(placeOf(origin), 0, { line: frameOf(line), origin });
  }
  const spaceAt = (at: number) => {
    const [above, below] = [order[at - 1], order[at]];
    const isThere =
      above?.place === undefined ? !above && below?.place === 0 : below?.place === above.place + 1;
    if (isThere && below?.place !== undefined) return side.text.spaces[below.place];
    if (!below && above?.place === side.text.lines.length - 1) return side.text.spaces.at(-1);
    if (!below) return above?.origin === base.lines.length - 1 ? base.spaces.at(-1) : '';
    const wasThere = above
      ? above.origin !== undefined && below.origin === above.origin + 1
      : below.origin === 0;
    if (wasThere && below.origin !== undefined) return base.spaces[below.origin];
    return above ? spaceBetween(above.line, below.line) : '';
  };
  return order.map(({ line }, at) => `${spaceAt(at)}${line}`).join('') + (spaceAt(order.length) ?? '');
}

/** The frame of a line is the line without its words: an item's mark, a row's cells. */
function frameOf(line: string): string {
  const marks = LINE_MARKS.exec(line)?.[0] ?? '';
  const rest = line.slice(marks.length);
  return rest.startsWith('|') ? marks + rest.replaceAll(/[^|\s](?:[^|]*[^|\s])?/g, '') : marks;
}

/** Rows and items follow each other; other lines are apart. */
function spaceBetween(above: string, below: string): string {
  const [kind, other] = [kindOf(above), kindOf(below)];
  return kind !== undefined && kind === other ? '\n' : '\n\n';
}

function kindOf(line: string): string | undefined {
  if (/^\s*\|/.test(line)) return 'row';
  if (/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) return 'item';
  return /^\s*>/.test(line) ? 'quote' : undefined;
}

/** The lines of the merged text, which go to their places. */
class Placing {
  readonly #base: Lines;
  readonly #merged: Lines;
  readonly #sides: readonly Side[];
  #lines: Placed[];

  constructor(text: string, base: Lines, merged: Merged, ...sides: Side[]) {
    this.#base = base;
    this.#sides = sides;
    this.#merged = readLines(merged.text);
    const origins = originsOf(text, base, this.#merged, merged);
    this.#lines = this.#merged.lines.map((line, at) => ({ line, at, origins: origins[at] ?? [] }));
  }

  /** Takes lines where this side took them. @param but not these */
  move(side: Side, but: ReadonlySet<number> = new Set()): void {
    const moved = (place: number) => {
      const origin = side.origins[place];
      return origin !== undefined && side.moved.has(origin) && !but.has(origin);
    };
    for (let place = 0; place < side.text.lines.length; place++) {
      if (!moved(place)) continue;
      const first = place;
      const isNext = (next: number) => {
        if (side.followers.has(next)) return true;
        const before = side.origins.slice(0, next).findLast((origin) => origin !== undefined);
        return moved(next) && side.origins[next] === (before ?? 0) + 1;
      };
      while (isNext(place + 1)) place++;
      this.#place(side, first, place, but);
    }
  }

  get text(): string {
    const lines = this.#lines;
    const spaces = lines.map(({ line }, at) => `${this.#spaceBefore(at)}${line}`);
    return (lines.length > 0 ? spaces.join('') : '') + (this.#merged.spaces.at(-1) ?? '');
  }

  #place(side: Side, first: number, last: number, but: ReadonlySet<number>): void {
    const origins = new Set(side.origins.slice(first, last + 1).filter((origin) => origin !== undefined));
    const from = this.#lines.findIndex((one) => one.origins.some((origin) => origins.has(origin)));
    if (from === -1) return;
    let to = this.#lines.findLastIndex((one) => one.origins.some((origin) => origins.has(origin)));
    const root = this.#lines[from]?.line ?? '';
    const isMore = (at: number) => {
      const next = this.#lines[at];
      return next?.origins.length === 0 && isPartOf(next.line, this.#merged.spaces[next.at] ?? '', root);
    };
    while (isMore(to + 1)) to++;
    const group = this.#lines.splice(from, to - from + 1);
    const at = this.#landing(side, first, last, but);
    // It goes where it stood, if nothing tells a better place.
    this.#lines.splice(at ?? from, 0, ...group);
  }

  /** @returns where lines go that stand there in this side's text */
  #landing(side: Side, first: number, last: number, but: ReadonlySet<number>): number | undefined {
    const [above, below] = [this.#known(side, first, -1, but), this.#known(side, last, 1, but)];
    const isLoose = (place: number) => (side.text.spaces[place] ?? '').lastIndexOf('\n') > 0;
    if (above && (!below || above.distance <= below.distance)) {
      let at = above.at + 1;
      const between = side.text.lines.slice(above.place + 1, first);
      const root = this.#lines[above.at]?.line ?? '';
      const isBetween = (next: Placed | undefined) =>
        next?.origins.length === 0 && (between.includes(next.line) || indentOf(next.line) > indentOf(root));
      while (isBetween(this.#lines[at]) || (isLoose(first) && this.#areOne(at - 1))) at++;
      // Nothing goes between a table's header and its line of dashes.
      return isDashes(this.#lines[at]?.line) ? at + 1 : at;
    }
    let at = below?.at;
    while (at !== undefined && isLoose(last + 1) && this.#areOne(at - 1)) at--;
    return at;
  }

  /** Whether this line and the next one are of one table, list or quote. */
  #areOne(at: number): boolean {
    const [above, below] = [this.#lines[at], this.#lines[at + 1]];
    const kind = above && kindOf(above.line);
    return below !== undefined && kind !== undefined && kindOf(below.line) === kind;
  }

  /** The nearest line in one direction that the merged text has, and rather one that stayed where it was. */
  #known(side: Side, from: number, step: -1 | 1, but: ReadonlySet<number>) {
    let nearest: { readonly at: number; readonly place: number; readonly distance: number } | undefined;
    for (let steps = 1; steps <= MOST_STEPS; steps++) {
      const place = from + step * steps;
      const origin = side.origins[place];
      if (origin === undefined) continue;
      const has = (one: Placed) => one.origins.includes(origin);
      const at = step < 0 ? this.#lines.findLastIndex(has) : this.#lines.findIndex(has);
      const isElsewhere = this.#sides.some(
        (one) => one.moved.has(origin) && (one !== side || but.has(origin)),
      );
      const distance = isElsewhere ? steps + ELSEWHERE : steps;
      if (at !== -1 && (!nearest || distance < nearest.distance)) nearest = { at, place, distance };
    }
    return nearest;
  }

  #spaceBefore(at: number): string {
    const [above, below] = [this.#lines[at - 1], this.#lines[at]];
    const { spaces } = this.#merged;
    if (!below) return '';
    if (!above) return below.at === 0 ? (spaces[0] ?? '') : '';
    if (below.at === above.at + 1) return spaces[below.at] ?? '';
    const [from, to] = [above.origins.at(-1), below.origins[0]];
    if (from !== undefined && to !== undefined) {
      for (const { places, text } of this.#sides) {
        const place = places[to];
        if (place !== undefined && place === (places[from] ?? place) + 1) return text.spaces[place] ?? '';
      }
      if (to === from + 1) return this.#base.spaces[to] ?? '';
    }
    return spaceBetween(above.line, below.line);
  }
}

function isDashes(line: string | undefined): boolean {
  return line !== undefined && /^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line) && line.includes('|');
}

/** @returns for each line of the merged text the lines of the base that it was */
function originsOf(text: string, base: Lines, merged: Lines, { meetings }: Merged): number[][] {
  const origins: number[][] = merged.lines.map(() => []);
  const lineAt = (place: number) =>
    merged.starts.findLastIndex(
      (start, at) => start <= place && place < start + (merged.lines[at] ?? '').length,
    );
  const places = placesOf(text, meetings);
  for (const [origin, start] of base.starts.entries()) {
    const end = start + (base.lines[origin] ?? '').length;
    const kept = range(start, end).filter((at) => places[at] !== undefined);
    const [first, last] = [kept[0], kept.at(-1)];
    if (first !== undefined && last !== undefined) {
      for (const at of range(lineAt(places[first] ?? 0), lineAt(places[last] ?? 0) + 1))
        origins[at]?.push(origin);
      continue;
    }
    const meeting = meetings.find(({ from, to }) => from <= start && end <= to);
    if (!meeting) continue;
    const nth = base.starts.filter((one) => one >= meeting.from && one < start).length;
    const news = range(0, merged.lines.length).filter((at) => {
      const from = merged.starts[at] ?? 0;
      return from < meeting.end && from + (merged.lines[at] ?? '').length > meeting.start;
    });
    origins[news[nth] ?? -1]?.push(origin);
  }
  return origins;
}

/** @returns where each letter of the base is in the merged text; undefined for those among changes */
function placesOf(text: string, meetings: Merged['meetings']): (number | undefined)[] {
  const places: (number | undefined)[] = [];
  let [done, there] = [0, 0];
  for (const { from, to, end } of [...meetings, { from: text.length, to: text.length, end: 0 }]) {
    for (; done < from; done++) places[done] = there++;
    for (; done < to; done++) places[done] = undefined;
    there = end;
  }
  return places;
}
