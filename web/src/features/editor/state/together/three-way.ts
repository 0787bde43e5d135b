/**
 * Brings two texts together that were one before: the changes of both, equal ones once. A change is looked at with the words
 * around it, so a word that both corrected the same way is there once. Of what both wrote otherwise, each letter is kept.
 */
import { textChanges } from '../text-changes.ts';
import { matchLines, outOfOrder, readLines } from './match-lines.ts';

/** Tells whether ours come first when both wrote different words at the same place. */
export type Order = (ours: string, theirs: string) => boolean;

interface Three {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Change extends Span {
  readonly insert: string;
}

const MOST_REWRITTEN = 500;
const LINES = /[^\n]*\n|[^\n]+/g;
const LINES_AFTER = /\n[^\n]*/g;
const LETTERS = /[\p{L}\p{N}]/u;
const IN_WORD = /[\p{L}\p{M}\p{N}_\ud800-\udfff]/u;
/** Indentation, quote, list, task, heading: one of each line, and never two. */
const MARKS = /^[^\S\n]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]*)?(?:\[[ xX]\][ \t]*)?(?:#{1,6}[ \t]*)?$/;

export interface Merged {
  readonly text: string;
  /** Whether the mark of an item was put before other changes of its words. */
  readonly isArranged: boolean;
  /** The places that somebody changed, in the base and in the text. */
  readonly meetings: readonly { from: number; to: number; start: number; end: number }[];
}

/** @returns undefined where both rewrote so much that nobody can say which of it is the same */
export function mergeThree(
  base: string,
  ours: string,
  theirs: string,
  isOursFirst: Order,
): Merged | undefined {
  let isArranged = false;
  const marksFirst: Order = (our, their) => {
    const [isMark, isOther] = [MARKS.test(our), MARKS.test(their)];
    if (isMark === isOther) return isOursFirst(our, their);
    isArranged = true;
    return isMark;
  };
  const [mine, others] = [changesOf(base, ours), changesOf(base, theirs)];
  const places: { from: number; to: number; start: number; end: number }[] = [];
  let merged = '';
  let done = 0;
  for (const { from, to, mine: our, others: their } of meetings(base, mine, others)) {
    if (isRewritten(our) && isRewritten(their)) return undefined;
    const part = {
      base: base.slice(from, to),
      ours: changed(base, from, to, our),
      theirs: changed(base, from, to, their),
    };
    merged += base.slice(done, from);
    const start = merged.length;
    const isAtStart = from === 0 || base[from - 1] === '\n';
    merged += agreed(part) ?? settle(part, isAtStart ? marksFirst : isOursFirst, isAtStart);
    places.push({ from, to, start, end: merged.length });
    done = to;
  }
  return { text: merged + base.slice(done), isArranged, meetings: places };
}

/** @returns the text of both where at most one side differs, or both are the same */
function agreed({ base, ours, theirs }: Three): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}

/** When a line became two kinds of list, task or heading, ours counts: it comes later. */
function areMarks(part: Three): boolean {
  return [part.base, part.ours, part.theirs].every((text) => MARKS.test(text));
}

function settle(part: Three, order: Order, isAtStart: boolean): string {
  const { base, ours, theirs } = part;
  if (isAtStart && areMarks(part)) return ours;
  return base === '' && (ours + theirs).includes('\n')
    ? newLines(ours, theirs, order)
    : mergeLetters(part, order);
}

/** Lines that both wrote at one place: those that are the same once. */
function newLines(ours: string, theirs: string, order: Order): string {
  const areAfter = ours.startsWith('\n') && theirs.startsWith('\n');
  const [mine = [], others = []] = [ours, theirs].map(
    (text) => text.match(areAfter ? LINES_AFTER : LINES) ?? [],
  );
  let merged = '';
  let [at, there] = [0, 0];
  const addBoth = (some: string, other: string) => {
    if (some.trim() === '' || other.trim() === '') merged += some.length > other.length ? some : other;
    else merged += order(some, other) ? some + other : other + some;
  };
  for (const [line, same] of equalLines(mine, others)) {
    addBoth(mine.slice(at, line).join(''), others.slice(there, same).join(''));
    merged += mine[line] ?? '';
    [at, there] = [line + 1, same + 1];
  }
  addBoth(mine.slice(at).join(''), others.slice(there).join(''));
  return merged;
}

function equalLines(ours: readonly string[], theirs: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let there = 0;
  for (const [at, line] of ours.entries()) {
    if (line.trim() === '') continue;
    const found = theirs.indexOf(line, there);
    if (found === -1) continue;
    pairs.push([at, found]);
    there = found + 1;
  }
  return pairs;
}

/** Merges words that both changed otherwise: a letter stays if both kept it, and all that they wrote stays. */
function mergeLetters({ base, ours, theirs }: Three, order: Order): string {
  const [mine, others] = [letterChanges(base, ours), letterChanges(base, theirs)];
  const isCorrection = LETTERS.test(base);
  if (isCorrection && writesOn(ours, theirs, mine)) return theirs;
  if (isCorrection && writesOn(theirs, ours, others)) return ours;
  let merged = '';
  for (let at = 0; at <= base.length; at++) {
    merged += both(insertedAt(mine, at), insertedAt(others, at), isCorrection, order);
    if (![...mine, ...others].some(({ from, to }) => from <= at && at < to)) merged += base.charAt(at);
  }
  return merged;
}

/** Whether the one corrected a word as the other did, and wrote on. */
function writesOn(short: string, long: string, changes: readonly Change[]): boolean {
  return changes.some(({ insert }) => insert !== '') && (long.startsWith(short) || long.endsWith(short));
}

function insertedAt(changes: readonly Change[], at: number): string {
  return changes.find(({ from }) => from === at)?.insert ?? '';
}

function both(ours: string, theirs: string, isCorrection: boolean, order: Order): string {
  const [short, long] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  // Both went the same way with a word or a mark, and one went further. New words may begin alike by chance.
  const isFurther = long.startsWith(short) || long.endsWith(short);
  if (isFurther && (isCorrection || !LETTERS.test(short))) return long;
  const before = sameFormat(ours, theirs, /^([*_~=`])\1*/);
  const after = sameFormat(ours.slice(before), theirs.slice(before), /([*_~=`])\1*$/);
  const [our, their] = [ours, theirs].map((text) => text.slice(before, text.length - after)) as [
    string,
    string,
  ];
  const words = order(our, their) ? our + their : their + our;
  return ours.slice(0, before) + words + ours.slice(ours.length - after);
}

/** @returns the length of what both made bold or the like, and wrote different words beside */
function sameFormat(ours: string, theirs: string, at: RegExp): number {
  const [our, their] = [at.exec(ours)?.[0], at.exec(theirs)?.[0]];
  return our !== undefined && our === their ? our.length : 0;
}

interface Meeting {
  readonly from: number;
  to: number;
  readonly mine: Change[];
  readonly others: Change[];
}

/** Changes of both sides that touch come together, with the rest of the words that they begin and end in. */
function meetings(base: string, ours: readonly Change[], theirs: readonly Change[]): Meeting[] {
  const all = [
    ...ours.map((change) => ({ change, isMine: true, ...wordsAround(base, change) })),
    ...theirs.map((change) => ({ change, isMine: false, ...wordsAround(base, change) })),
  ].sort((one, other) => one.from - other.from || one.to - other.to);
  const met: Meeting[] = [];
  for (const { change, isMine, from, to } of all) {
    let last = met.at(-1);
    if (!last || from > last.to) {
      last = { from, to, mine: [], others: [] };
      met.push(last);
    }
    last.to = Math.max(last.to, to);
    (isMine ? last.mine : last.others).push(change);
  }
  return met;
}

function wordsAround(base: string, { from, to }: Span): Span {
  let [start, end] = [from, to];
  while (isWithin(base, start)) start--;
  while (isWithin(base, end)) end++;
  return { from: start, to: end };
}

/** Whether the place is in a word, or between marks. */
function isWithin(base: string, at: number): boolean {
  const [before, after] = [base.charAt(at - 1), base.charAt(at)];
  if (at === 0 || before.trim() === '' || after.trim() === '') return false;
  return IN_WORD.test(before) ? IN_WORD.test(after) : before === after;
}

function isRewritten(changes: readonly Change[]): boolean {
  return changes.some(({ from, to, insert }) => Math.min(to - from, insert.length) > MOST_REWRITTEN);
}

function changed(base: string, from: number, to: number, changes: readonly Change[]): string {
  let text = '';
  let done = from;
  for (const change of changes) {
    text += base.slice(done, change.from) + change.insert;
    done = change.to;
  }
  return text + base.slice(done, to);
}

/** Lists the changes in each line, and between lines. So no letter counts as kept because another line has one like it. */
function changesOf(before: string, after: string): Change[] {
  const [old, next] = [readLines(before), readLines(after)];
  const places = matchLines(old.lines, next.lines) ?? [];
  const left = outOfOrder(places);
  const changes: Change[] = [];
  let [done, there] = [0, 0];
  const compare = (to: number, toThere: number) => {
    changes.push(...letterChanges(before.slice(done, to), after.slice(there, toThere), done));
    [done, there] = [to, toThere];
  };
  for (const [at, place] of places.entries()) {
    if (place === undefined || left.has(place)) continue;
    const [start, startThere] = [old.starts[at] ?? 0, next.starts[place] ?? 0];
    compare(start, startThere);
    compare(start + (old.lines[at] ?? '').length, startThere + (next.lines[place] ?? '').length);
  }
  compare(before.length, after.length);
  return joined(before, changes).map((change) => asLines(before, change));
}

/** Changes that touch are compared as one: of a line that was cut in two, only the cut is new. */
function joined(before: string, changes: readonly Change[]): Change[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.at(-1)?.to === change.from) last.push(change);
    else groups.push([change]);
  }
  return groups.flatMap((group) => {
    const [from, to] = [group[0]?.from ?? 0, group.at(-1)?.to ?? 0];
    if (group.length === 1) return group;
    return letterChanges(before.slice(from, to), changed(before, from, to, group), from);
  });
}

function letterChanges(before: string, after: string, from = 0): Change[] {
  return textChanges(before, after).map(({ fromA, toA, fromB, toB }) => ({
    from: from + fromA,
    to: from + toA,
    insert: after.slice(fromB, toB),
  }));
}

/** The change as one of whole lines, if it can be read so: "b⏎- " after "- a⏎- " is the line "- b" after "- a". */
function asLines(base: string, change: Change): Change {
  const { from, to, insert } = change;
  const gone = base.slice(from, to);
  if (insert !== '' && gone !== '') return change;
  const text = insert || gone;
  if (!text.includes('\n') || text.startsWith('\n')) return change;
  const moved = (by: number): Change => ({
    from: from + by,
    to: to + by,
    insert: insert && text.slice(by) + text.slice(0, by),
  });
  for (let by = 1; by < text.length && base[to + by - 1] === text[by - 1]; by++)
    if (text[by] === '\n') return moved(by);
  for (let by = 1; by <= text.length && base[from - by] === text.at(-by); by++)
    if (text.at(-by) === '\n') return moved(-by);
  return change;
}
