/** Merges texts line by line. */
import { diff } from '@codemirror/merge';

// Past this many changed lines in one place the comparison gets coarse: it takes time by the square of it.
const SCAN_LIMIT = 2000;
// Beyond them are the halves of pairs, which the comparison keeps together.
const MOST_LINES = 0xd800;

/** @returns both sides' changes in one text; undefined where they changed the same lines in different ways */
export function mergeTexts(base: string, ours: string, theirs: string): string | undefined {
  return merge(base, ours, theirs, () => undefined);
}

/**
 * @returns the change from `before` to `after`, made to another text; where that differs, too, `after` counts
 */
export function carryOver(before: string, after: string, onto: string): string {
  if (before === onto) return after;
  if (before === after) return onto;
  return merge(before, after, onto, (ours) => ours) ?? after;
}

/** Lines that stand in the place of those from `start` up to `end`. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

type Lines = readonly string[];

function merge(
  base: string,
  ours: string,
  theirs: string,
  settle: (ours: Lines) => Lines | undefined,
): string | undefined {
  const old = base.split('\n');
  const [changes, others] = [findChanges(old, ours), findChanges(old, theirs)];
  if (!changes || !others) return undefined;
  const merged: string[] = [];
  let done = 0;
  for (const { start, end, mine, foreign } of meet(changes, others)) {
    const [we, they] = [applyWithin(old, start, end, mine), applyWithin(old, start, end, foreign)];
    const agreed = foreign.length === 0 || isEqual(we, they) ? we : mine.length === 0 ? they : settle(we);
    if (!agreed) return undefined;
    merged.push(...old.slice(done, start), ...agreed);
    done = end;
  }
  return [...merged, ...old.slice(done)].join('\n');
}

function findChanges(old: Lines, text: string): Change[] | undefined {
  const lines = text.split('\n');
  const codes = new Map<string, string>();
  const [before, after] = [encode(old, codes), encode(lines, codes)];
  if (codes.size > MOST_LINES) return undefined;
  return diff(before, after, { scanLimit: SCAN_LIMIT }).map(({ fromA, toA, fromB, toB }) => ({
    start: fromA,
    end: toA,
    lines: lines.slice(fromB, toB),
  }));
}

/** Each line as one character, the same for the same line: a comparison of letters then compares lines. */
function encode(lines: Lines, codes: Map<string, string>): string {
  return lines
    .map((line) => {
      const code = codes.get(line) ?? String.fromCharCode(codes.size % MOST_LINES);
      codes.set(line, code);
      return code;
    })
    .join('');
}

interface Meeting {
  readonly start: number;
  end: number;
  readonly mine: Change[];
  readonly foreign: Change[];
}

/** Changes of both sides that touch the same lines come together. */
function meet(ours: readonly Change[], theirs: readonly Change[]): Meeting[] {
  const all = [
    ...ours.map((change) => ({ change, isMine: true })),
    ...theirs.map((change) => ({ change, isMine: false })),
  ].sort((one, other) => one.change.start - other.change.start || one.change.end - other.change.end);
  const meetings: Meeting[] = [];
  for (const { change, isMine } of all) {
    let meeting = meetings.at(-1);
    const isApart =
      !meeting ||
      change.start > meeting.end ||
      // Lines inserted at the edge of the other side's change have a place; two insertions there conflict.
      (change.start === meeting.end && (change.start !== change.end || meeting.start !== meeting.end));
    if (!meeting || isApart) {
      meeting = { start: change.start, end: change.end, mine: [], foreign: [] };
      meetings.push(meeting);
    }
    meeting.end = Math.max(meeting.end, change.end);
    (isMine ? meeting.mine : meeting.foreign).push(change);
  }
  return meetings;
}

function applyWithin(old: Lines, start: number, end: number, changes: readonly Change[]): Lines {
  const lines: string[] = [];
  let done = start;
  for (const change of changes) {
    lines.push(...old.slice(done, change.start), ...change.lines);
    done = change.end;
  }
  return [...lines, ...old.slice(done, end)];
}

function isEqual(one: Lines, other: Lines): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
