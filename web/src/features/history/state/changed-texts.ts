/** The changes from one state of a page to another, text by text. */

import type { VersionTexts } from '../version.ts';
import { type DiffLine, diffLines } from './text-diff.ts';

export interface ChangedText {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether it is Markdown. */
  readonly isFormatted: boolean;
  readonly lines: readonly DiffLine[];
}

const FIELDS = [
  { field: 'name', label: 'Title' },
  { field: 'description', label: 'Description' },
  { field: 'content', label: 'Text' },
] as const satisfies readonly { readonly field: keyof VersionTexts; readonly label: string }[];

export function changedTexts(before: VersionTexts, after: VersionTexts): ChangedText[] {
  return FIELDS.filter(({ field }) => after[field] !== before[field]).map(({ field, label }) => ({
    label,
    before: before[field],
    after: after[field],
    isFormatted: field === 'content',
    lines: diffLines(before[field], after[field]),
  }));
}

/** @returns in how many places they are: changed lines in a row are one */
export function countPlaces(changes: readonly ChangedText[]): number {
  let places = 0;
  for (const { lines } of changes)
    for (const [at, { kind }] of lines.entries())
      if (kind !== 'same' && (lines[at - 1]?.kind ?? 'same') === 'same') places++;
  return places;
}
