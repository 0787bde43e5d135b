/**
 * The one change that makes a Notion page's Markdown into another: from the first line that differs to the
 * last. Notion looks for the old lines and refuses when they are no longer there, so nobody's writing in
 * between is lost. In one piece, because of several it would make those that fit.
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
  // Twice as far each time: a text of many equal lines would be searched for each of them.
  for (let step = 1; ; step *= 2) {
    const before = old.slice(head, old.length - tail).join('\n');
    const lines = next.slice(head, next.length - tail);
    // Lines that only go would leave an empty one.
    if (before.trim() !== '' && lines.length > 0 && occursOnce(current, before))
      return { before, after: lines.join('\n') };
    // The whole text stands in itself once.
    if (head === 0 && tail === 0) return { before: current, after: wanted };
    head = Math.max(0, head - step);
    tail = Math.max(0, tail - step);
  }
}

/** By Knuth, Morris and Pratt: `indexOf` takes minutes in a nearly periodic text. */
function occursOnce(text: string, part: string): boolean {
  // How much of the part's beginning ends at each of its places.
  const back = new Uint32Array(part.length);
  const follow = (matched: number, character: string | undefined): number => {
    let length = matched;
    while (length > 0 && (length === part.length || character !== part[length]))
      length = back[length - 1] ?? 0;
    return character === part[length] ? length + 1 : 0;
  };
  for (let at = 1; at < part.length; at++) back[at] = follow(back[at - 1] ?? 0, part[at]);
  let [matched, found] = [0, 0];
  for (let at = 0; at < text.length && found < 2; at++) {
    matched = follow(matched, text[at]);
    if (matched === part.length) found++;
  }
  return found === 1;
}
