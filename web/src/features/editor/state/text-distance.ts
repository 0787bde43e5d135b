/** How far two versions of a page are apart. */
import { diff } from '@codemirror/merge';
import { type PageTexts, TEXT_FIELDS } from './page-texts.ts';

/** @returns the number of characters that were deleted or inserted between the two */
export function distance(from: PageTexts, to: PageTexts): number {
  let characters = 0;
  for (const field of TEXT_FIELDS) {
    for (const change of diff(from[field], to[field], { scanLimit: 500 })) {
      characters += change.toA - change.fromA + (change.toB - change.fromB);
    }
  }
  return characters;
}
