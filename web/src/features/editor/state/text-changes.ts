/** The edits that turn one text into another: the smallest, or coarser ones where those would take too long. */
import { type Change, diff } from '@codemirror/merge';

// Past this many changed characters in one place the diff gets coarse instead of slow.
const SCAN_LIMIT = 2000;

/** @returns the changed ranges in order; `fromA` and `toA` count in `before`, `fromB` and `toB` in `after` */
export function textChanges(before: string, after: string): readonly Change[] {
  return diff(before, after, { scanLimit: SCAN_LIMIT });
}
