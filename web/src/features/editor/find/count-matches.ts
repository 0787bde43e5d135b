/** How many matches a search has, and which of them is selected. */
import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

// Nobody steps through more, and a letter in a megabyte would have hundreds of thousands.
const MOST = 1000;

/** @returns in words, empty while nothing is looked for */
export function countMatches(state: EditorState, query: SearchQuery): string {
  if (query.search === '') return '';
  if (!query.valid) return 'Not a valid expression';
  const { from, to } = state.selection.main;
  let count = 0;
  let current = 0;
  const cursor = query.getCursor(state);
  for (let step = cursor.next(); !step.done; step = cursor.next()) {
    count++;
    if (step.value.from === from && step.value.to === to) current = count;
    if (count === MOST) return `More than ${MOST}`;
  }
  if (count === 0) return 'No results';
  return current > 0 ? `${current} of ${count}` : `${count} found`;
}
