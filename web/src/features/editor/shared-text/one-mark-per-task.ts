/**
 * Two people tick a task before either hears of the other: its box has two marks then, and is no task any more. The first mark
 * stays. All screens take the same letters away, and a letter goes only once.
 */
import type { EditorState, Extension } from '@codemirror/state';
import { ViewPlugin, type ViewUpdate } from '@codemirror/view';
import * as Y from 'yjs';
import { editText } from '../state/moves/edit-text.ts';
import { readShownText } from '../state/moves/moved-text.ts';
import { placeAt } from '../state/moves/places.ts';
import { areTyped } from './shared-text.ts';

const BOX = /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:[-*+]|\d+[.)])[ \t]+\[([ xX]{2,9})\]/;
const MARKS = /^[ xX]{1,9}$/;
/** An origin of its own, so that nobody's undo takes it back. */
const TIDIED = 'marks that came together';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** @param text of the editor, where it is bound */
export function oneMarkPerTask(text: Y.Text): Extension {
  return ViewPlugin.define((view) => {
    let heardAt: readonly number[] = [];
    // An editor may not change while it changes.
    const tidy = () => {
      const boxes = heardAt.flatMap((at) => boxAt(view.state, at) ?? []);
      heardAt = [];
      if (boxes.length > 0) keepFirstMarks(text, view.state, boxes);
    };
    return {
      update: (update) => {
        if (!update.docChanged) return;
        heardAt = heardAt.map((at) => update.changes.mapPos(at));
        if (areTyped(update)) return;
        const found = marksIn(update);
        if (found.length === 0) return;
        if (heardAt.length === 0) queueMicrotask(tidy);
        heardAt = [...heardAt, ...found];
      },
    };
  });
}

/** @returns where marks came alone, as a tick writes them */
function marksIn({ changes }: Pick<ViewUpdate, 'changes'>): number[] {
  const places: number[] = [];
  changes.iterChanges((_from, _to, at, _end, inserted) => {
    if (inserted.lines === 1 && MARKS.test(inserted.toString())) places.push(at);
  });
  return places;
}

/** @returns what is in the box around this place; undefined where there is none, or one mark in it */
function boxAt({ doc }: EditorState, at: number): Range | undefined {
  const line = doc.lineAt(Math.min(at, doc.length));
  const [box, marks] = BOX.exec(line.text) ?? [];
  if (box === undefined || marks === undefined) return undefined;
  const to = line.from + box.length - 1;
  const from = to - marks.length;
  return from <= at && at <= to ? { from, to } : undefined;
}

function keepFirstMarks(text: Y.Text, state: EditorState, boxes: readonly Range[]): void {
  const shown = state.sliceDoc();
  if (readShownText(text) !== shown) return;
  const together = boxes.filter(
    (box, index) => boxes.findIndex(({ from }) => from === box.from) === index && cameTogether(text, box),
  );
  const edits = together.map(({ from, to }) => ({ from: from + 1, to, insert: '' }));
  if (edits.length > 0) text.doc?.transact(() => editText(text, edits), TIDIED);
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
