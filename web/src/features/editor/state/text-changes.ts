/** The edits that turn one text into another: the smallest, or coarser ones where those would take too long. */
import { type Change, diff } from '@codemirror/merge';

// Past this many changed characters in one place the diff gets coarse instead of slow.
const SCAN_LIMIT = 2000;

/** @returns the changed ranges in order; `fromA` and `toA` count in `before`, `fromB` and `toB` in `after` */
export function textChanges(before: string, after: string): readonly Change[] {
  return diff(before, after, { scanLimit: SCAN_LIMIT });
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
