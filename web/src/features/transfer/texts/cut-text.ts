/** Shortens texts without tearing what people read as one letter: an accent from its letter, an emoji from those it is joined with. */

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * @param longest in code points, as the database counts
 * @param mostBytes in UTF-8
 */
export function cutText(text: string, longest: number, mostBytes = Number.POSITIVE_INFINITY): string {
  const encoder = new TextEncoder();
  let characters = 0;
  let bytes = 0;
  let kept = '';
  for (const { segment } of letters.segment(text)) {
    characters += [...segment].length;
    bytes += encoder.encode(segment).length;
    if (characters > longest || bytes > mostBytes) break;
    kept += segment;
  }
  return kept;
}
