/**
 * The one change that makes a Notion page's Markdown into another: from the first line that differs to the last. Notion
 * looks for the old lines and refuses when they are no longer there, so nobody's writing in between is lost. In one piece,
 * because of several it would make those that fit.
 */

export interface Hunk {
  /** Stands in the text exactly once. */
  readonly before: string;
  readonly after: string;
}

/** @returns undefined when there is nothing to look for: the page is empty, or the texts are the same */
export function findHunk(current: string, wanted: string): Hunk | undefined {
  if (current === wanted || current.trim() === '') return undefined;
  const [old, next] = [current.split('\n'), wanted.split('\n')];
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  for (;;) {
    const before = old.slice(head, old.length - tail).join('\n');
    const lines = next.slice(head, next.length - tail);
    // Lines that only go would leave an empty one.
    if (before.trim() !== '' && lines.length > 0 && occursOnce(current, before))
      return { before, after: lines.join('\n') };
    // The whole text stands in itself once.
    if (head === 0 && tail === 0) return { before: current, after: wanted };
    head = Math.max(0, head - 1);
    tail = Math.max(0, tail - 1);
  }
}

function occursOnce(text: string, part: string): boolean {
  const first = text.indexOf(part);
  return first >= 0 && text.indexOf(part, first + 1) < 0;
}
