/**
 * Inserts whole lines beside a line break. The same text can be inserted after the last letter of the line above, too, but then
 * it would come between the letters of a word that somebody else is typing there.
 */
import type { EditorState } from '@codemirror/state';
import type { TextEdit } from '../state/text-changes.ts';

/** @returns edits that make the same text and leave as many letters as they can in their place */
export function betweenLines(state: EditorState, edits: readonly TextEdit[]): TextEdit[] {
  return edits.map((edit) => {
    const spared = beside(state, trimmed(state, edit));
    const from = Math.min(spared.from, edit.from);
    const to = Math.max(spared.to, edit.to);
    const isFree = edits.every((other) => other === edit || other.to < from || other.from > to);
    return isFree ? spared : edit;
  });
}

/** Without letters that it takes away and puts back. */
function trimmed(state: EditorState, { from, to, insert }: TextEdit): TextEdit {
  const old = state.sliceDoc(from, to);
  const most = Math.min(old.length, insert.length);
  let start = 0;
  while (start < most && old[start] === insert[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === insert[insert.length - 1 - end]) end++;
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
}

function beside(state: EditorState, edit: TextEdit): TextEdit {
  const { from, to, insert } = edit;
  const isBreak = (at: number) => state.sliceDoc(at, at + 1) === '\n';
  if (from !== to || from === 0) return edit;
  const [isAfter, isBefore] = [isBreak(from - 1), isBreak(from)];
  if (!isAfter && isBefore && insert.startsWith('\n'))
    return { from: from + 1, to: to + 1, insert: `${insert.slice(1)}\n` };
  // Between two breaks rather than before the first letter of a line.
  if (isAfter && !isBefore && from > 1 && isBreak(from - 2) && insert.endsWith('\n'))
    return { from: from - 1, to: to - 1, insert: `\n${insert.slice(0, -1)}` };
  return edit;
}
