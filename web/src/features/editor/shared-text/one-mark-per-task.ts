/**
 * Two people tick a task before either hears of the other: its box has two marks then, and is no task any more. The first mark
 * stays. All screens take the same letters away, and a letter goes only once.
 */
import type { ChangeSet, EditorState, Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import * as Y from 'yjs';
import { readShownText } from '../../document/moves/arrangement/moved-text.ts';
import { placeAt } from '../../document/moves/places.ts';
import { editText } from '../../document/moves/writing/edit-text.ts';
import { areTyped } from './shared-text.ts';

const BOX = /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:[-*+]|\d+[.)])[ \t]+\[([ xX]{2,9})\]/;
const MARKS_TOGETHER = /\[[ xX]{2,9}\]/;
/** An origin of its own, so that nobody's undo takes it back. */
const TIDIED = 'marks that came together';

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Looks when it comes, since marks may have met where no editor was open, and at all that is heard from then on.
 * @param text of the editor, where it is bound
 */
export function oneMarkPerTask(text: Y.Text): Extension {
  return ViewPlugin.define((view) => {
    let isToTidy = false;
    // An editor may not change while it changes.
    const tidySoon = () => {
      if (isToTidy) return;
      isToTidy = true;
      queueMicrotask(() => {
        isToTidy = false;
        keepFirstMarks(text);
      });
    };
    tidySoon();
    return {
      update: (update) => {
        if (update.docChanged && !areTyped(update) && areMarksIn(view.state, update.changes)) tidySoon();
      },
    };
  });
}

/** Whether a line that has changed has several marks in a box. */
function areMarksIn({ doc }: EditorState, changes: ChangeSet): boolean {
  let areThere = false;
  changes.iterChangedRanges((_from, _to, from, to) => {
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    areThere ||= MARKS_TOGETHER.test(doc.sliceString(first.from, last.to));
  });
  return areThere;
}

/** Takes marks away that came to another one before either was known to the other's writer. */
export function keepFirstMarks(text: Y.Text): void {
  const shown = readShownText(text);
  if (!MARKS_TOGETHER.test(shown)) return;
  const edits = boxesIn(shown)
    .filter((box) => cameTogether(text, box))
    .map(({ from, to }) => ({ from: from + 1, to, insert: '' }));
  if (edits.length > 0) text.doc?.transact(() => editText(text, edits), TIDIED);
}

/** @returns what is in each box that has more than one mark */
function boxesIn(shown: string): Range[] {
  const boxes: Range[] = [];
  let start = 0;
  for (const line of shown.split('\n')) {
    const [box, marks] = BOX.exec(line) ?? [];
    if (box !== undefined && marks !== undefined) {
      const to = start + box.length - 1;
      boxes.push({ from: to - marks.length, to });
    }
    start += line.length + 1;
  }
  return boxes;
}

/** Whether two people wrote marks without knowing each other's: who adds one to another's wants it so. */
function cameTogether(text: Y.Text, { from, to }: Range): boolean {
  const marks = Array.from({ length: to - from }, (_, index) => markAt(text, from + index));
  return marks.some((one, index) =>
    marks.slice(index + 1).some((other) => one && other && !knows(one, other) && !knows(other, one)),
  );
}

function markAt(text: Y.Text, index: number): Y.Item | undefined {
  const { item: id } = placeAt(text, index);
  const struct = id && text.doc && Y.getItem(text.doc.store, id);
  return struct instanceof Y.Item ? struct : undefined;
}

function knows(one: Y.Item, { id, length }: Y.Item): boolean {
  const isOfIt = (beside: Y.ID | null) =>
    beside?.client === id.client && id.clock <= beside.clock && beside.clock < id.clock + length;
  return one.id.client === id.client || isOfIt(one.origin) || isOfIt(one.rightOrigin);
}
