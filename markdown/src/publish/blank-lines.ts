/** Room between blocks: as many blank lines as the text has there, as when it is read in the app. */
const BLANK = /^[\s>]*$/;
// As many as the style has classes for.
const MOST_LINES = 9;

/** @returns how many blank lines stand right above a place */
export function blankLinesAbove(text: string, place: number): number {
  let start = text.lastIndexOf('\n', place - 1) + 1;
  let count = 0;
  while (count < MOST_LINES && start > 0 && place > 0) {
    const above = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
    if (!BLANK.test(text.slice(above, start - 1))) break;
    count++;
    start = above;
  }
  return count;
}
