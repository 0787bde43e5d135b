/**
 * Moved lines in an editor: each transaction with the user event `move` (a dragged row, block or item, Alt and an arrow) is written as a
 * move by document/moves/writing/write-move.ts. This comes after the page's text, with the commands that move.
 */
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type * as Y from 'yjs';
import { followEditsBy, readShownText } from '../../document/moves/arrangement/moved-text.ts';
import { type TextEdit, textEdits } from '../../document/moves/edits/text-changes.ts';
import { editsInPlace, shownChange } from '../../document/moves/shown-changes.ts';
import { editText } from '../../document/moves/writing/edit-text.ts';
import { arrangementAfter } from '../../document/moves/writing/follow-edit.ts';
import { appendLines, mayGoOn } from '../../document/moves/writing/move-lines.ts';
import { writeMove } from '../../document/moves/writing/write-move.ts';
import { type Heard, heard, movedLines, type Shown, type Typed } from './shared-text.ts';

followEditsBy(arrangementAfter);

export const withMovedLines = movedLines.of({ write, agree, read });

function write(
  text: Y.Text,
  edits: readonly TextEdit[],
  { changes, transactions, view, areOthers }: Typed,
): void {
  const is = (event: string) => transactions.some((one) => one.isUserEvent(event));
  const [edit, ...more] = edits;
  const isBelow = edit?.from === changes.length && more.length === 0 && edit.insert.startsWith('\n');
  if (is('move')) writeMove(text, edits, view.state.sliceDoc());
  // Somebody may be typing at the end of the last line.
  else if (isBelow && ((is('input.paste') && areOthers()) || mayGoOn(text)))
    appendLines(text, edit.insert.slice(1));
  else editText(text, edits);
}

/** Records that a stranger wrote may send letters elsewhere than where they were typed: then that is shown. */
function agree(text: Y.Text, edits: readonly TextEdit[], change: Heard, view: EditorView): void {
  if (change.now.records.length === 0) return;
  const made = editsInPlace(change.before, change.now, change.transaction);
  if (JSON.stringify(made) === JSON.stringify(edits)) return;
  // Editors may not change while they change.
  queueMicrotask(() => {
    const [shown, is] = [view.state.sliceDoc(), readShownText(text)];
    if (shown !== is) view.dispatch({ changes: textEdits(0, shown, is), annotations: heard.of(true) });
  });
}

function read(text: Y.Text, { transaction, delta, before, now }: Heard, state: EditorState): Shown {
  if (before.records.length === 0 && now.records.length === 0) return { changes: editsIn(delta) };
  const { anchor, head } = state.selection.main;
  const shown = state.sliceDoc();
  const { edits, hasMoved, placeOf } = shownChange(text, shown, { before, now, transaction });
  if (!hasMoved) return { changes: edits };
  // A key deletes what is selected: never what others write at the selection's beginning.
  const selection = {
    anchor: placeOf(anchor, anchor < head ? 1 : -1),
    head: placeOf(head, head < anchor ? 1 : -1),
  };
  return { changes: edits, selection };
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
