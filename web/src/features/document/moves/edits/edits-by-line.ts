/**
 * Moved lines in a text in which no moves can be written down: whole lines go and come, and those that stay keep their letters. The
 * smallest edits would take letters of other lines for those of a moved one, and somebody may be typing there.
 */

import { followLines, regionsOf } from './find-moves.ts';
import { type TextEdit, textEdits } from './text-changes.ts';

/**
 * @param edits in order, counted in the old text
 * @returns others that make the same text
 */
export function editsByLine(before: string, after: string, edits: readonly TextEdit[]): TextEdit[] {
  const [old, next] = [before.split('\n'), after.split('\n')];
  const { origins, movers } = followLines(old, next, regionsOf(before, after, edits));
  const written: TextEdit[] = [];
  let [line, at, from] = [0, 0, 0];
  const takeUntil = (toLine: number, toAt: number) => {
    const [gone, come] = [old.slice(line, toLine), next.slice(at, toAt)];
    const to = from + lengthOf(gone);
    if (gone.length > 0 || come.length > 0) written.push({ from, to, insert: textOf(come) });
    from = to;
  };
  for (const [place, origin] of origins.entries()) {
    if (origin === undefined || movers.has(place)) continue;
    takeUntil(origin, place);
    const [was, is] = [old[origin] ?? '', next[place] ?? ''];
    if (was !== is) written.push(...textEdits(from, was, is));
    [line, at, from] = [origin + 1, place + 1, from + was.length + 1];
  }
  takeUntil(old.length, next.length);
  return written.map((edit) => withoutLastBreak(edit, before.length));
}

/** The text ends without the break that its last line has here. */
function withoutLastBreak({ from, to, insert }: TextEdit, length: number): TextEdit {
  if (to <= length) return { from, to, insert };
  const lines = insert.slice(0, -1);
  const isAdded = insert !== '' && from > length;
  if (isAdded) return { from: length, to: length, insert: `\n${lines}` };
  return { from: insert === '' && from > 0 ? from - 1 : from, to: length, insert: lines };
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
