/** The edits that turn one text into another: the smallest, or coarser ones where those would take too long. */
import { type Change, diff } from '@codemirror/merge';

// Past this many changed characters in one place the diff gets coarse instead of slow.
const SCAN_LIMIT = 2000;
// Far enough for a word or a line, and near enough for a text of one letter.
const MOST_STEPS = 500;

export type TextChange = Pick<Change, 'fromA' | 'toA' | 'fromB' | 'toB'>;

/**
 * Words that come or go do so from their first letter on: `b; ` came into `a; c;`, and not `; b`. Otherwise somebody who takes `a;` away
 * meanwhile takes the mark of the new word.
 * @returns the changed ranges in order; `fromA` and `toA` count in `before`, `fromB` and `toB` in `after`
 */
export function textChanges(before: string, after: string): readonly TextChange[] {
  const changes: readonly TextChange[] = diff(before, after, { scanLimit: SCAN_LIMIT });
  let free = 0;
  return changes.map((change, index) => {
    const { fromA, toA, fromB, toB } = change;
    const room = { before: fromA - free, behind: (changes[index + 1]?.fromA ?? before.length) - toA };
    let shift = 0;
    if (fromA === toA) shift = bestShift(after, fromB, toB, room);
    else if (fromB === toB) shift = bestShift(before, fromA, toA, room);
    free = toA + shift;
    return { fromA: fromA + shift, toA: free, fromB: fromB + shift, toB: toB + shift };
  });
}

interface Room {
  readonly before: number;
  readonly behind: number;
}

/** @returns how far the range goes so that it begins and ends with words, while the text without it stays the same */
function bestShift(text: string, from: number, to: number, room: Room): number {
  let [best, bestScore] = [0, scoreOf(text, from, to)];
  const look = (step: 1 | -1, most: number) => {
    for (let steps = 1; steps <= Math.min(most, MOST_STEPS); steps++) {
      const [start, end] = [from + step * steps, to + step * steps];
      const isSame = step === 1 ? text[start - 1] === text[end - 1] : text[start] === text[end];
      if (!isSame) return;
      const score = scoreOf(text, start, end);
      if (score > bestScore) [best, bestScore] = [step * steps, score];
    }
  };
  look(1, room.behind);
  look(-1, room.before);
  return best;
}

function scoreOf(text: string, from: number, to: number): number {
  return boundaryAt(text, from) + boundaryAt(text, to);
}

function boundaryAt(text: string, at: number): number {
  const [left = '\n', right = '\n'] = [text[at - 1], text[at]];
  if (left === '\n') return 4;
  if (/\s/.test(left)) return /\s/.test(right) ? 2 : 3;
  if (/\s/.test(right)) return 1;
  return /[\ud800-\udbff]/.test(left) && /[\udc00-\udfff]/.test(right) ? -8 : 0;
}

export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** @param from where the text stands */
export function textEdits(from: number, before: string, after: string): TextEdit[] {
  return textChanges(before, after).map(({ fromA, toA, fromB, toB }) => ({
    from: from + fromA,
    to: from + toA,
    insert: after.slice(fromB, toB),
  }));
}
