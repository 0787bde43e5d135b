/** Moved lines in an editor. This comes after the page's text, with the commands that move. */
import type { EditorState } from '@codemirror/state';
import type * as Y from 'yjs';
import { editText } from '../state/moves/edit-text.ts';
import { appendLines } from '../state/moves/move-lines.ts';
import { shownChange } from '../state/moves/shown-changes.ts';
import { writeMove } from '../state/moves/write-move.ts';
import type { TextEdit } from '../state/text-changes.ts';
import { type Heard, movedLines, type Shown, type Typed } from './shared-text.ts';

export const withMovedLines = movedLines.of({ write, read });

function write(
  text: Y.Text,
  edits: readonly TextEdit[],
  { changes, transactions, state, areOthers }: Typed,
): void {
  const is = (event: string) => transactions.some((one) => one.isUserEvent(event));
  const [edit, ...more] = edits;
  const isBelow = edit?.from === changes.length && more.length === 0 && edit.insert.startsWith('\n');
  if (is('move')) writeMove(text, edits, state.sliceDoc());
  // Somebody may be typing at the end of the last line.
  else if (isBelow && is('input.paste') && areOthers()) appendLines(text, edit.insert.slice(1));
  else editText(text, edits);
}

function read(text: Y.Text, { transaction, delta, before, now }: Heard, state: EditorState): Shown {
  if (before.length === 0 && now.length === 0) return { changes: editsIn(delta) };
  const { anchor, head } = state.selection.main;
  const { edits, hasMoved, placeOf } = shownChange(text, state.sliceDoc(), before, transaction);
  return { changes: edits, ...(hasMoved && { selection: { anchor: placeOf(anchor), head: placeOf(head) } }) };
}

function editsIn(delta: Y.YTextEvent['delta']): TextEdit[] {
  let at = 0;
  return delta.flatMap(({ retain = 0, insert, delete: gone = 0 }) => {
    const from = at;
    at += retain + gone;
    if (typeof insert === 'string') return [{ from, to: from, insert }];
    return gone > 0 ? [{ from, to: from + gone, insert: '' }] : [];
  });
}
